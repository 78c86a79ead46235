import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, freshFolder, LOADOUT, LOCK, SYMBOLIC, toolbase } from './toolbase.ts';

describe('a command line that says something wrong', () => {
  it.each([
    ['a mistyped command', ['srve', LOCK], 'there is no command srve', 'Did you mean serve?'],
    ['a word too many', ['outdated', 'mine.lock'], 'Unexpected argument: mine.lock', undefined],
    [
      'a file for a toolkit',
      ['update', 'mine.lock'],
      'is a file',
      'Name the loadout by --loadout mine.yaml.',
    ],
    ['an empty folder to write to', ['pack', SYMBOLIC, '--out', ''], '--out is empty', undefined],
    ['an empty argument', ['init', ''], 'is empty', undefined],
    ['an empty value among several', ['lock', LOADOUT, '--registry', ''], '--registry is empty', undefined],
    ['a missing flag', ['run', 'x.yaml'], 'Missing required flag --out', undefined],
    ['a mistyped flag', ['verify', LOCK, '--liv'], 'there is no flag --liv', 'Did you mean --live?'],
    ['a mistyped choice', ['attach', 'codx', LOCK], 'there is no agent program codx', 'Did you mean codex?'],
    [
      'a mistyped value',
      ['attach', 'codex', LOCK, '--scope', 'usr'],
      'Expected --scope=usr to be one of: project, user',
      'Did you mean user?',
    ],
    ['help of no command', ['lck', '--help'], 'there is no command lck', 'Did you mean lock?'],
    [
      'a lock for a loadout',
      ['lock', 'mine.lock'],
      'mine.lock is no loadout',
      'Give the loadout, mine.yaml: its lock is written beside it.',
    ],
    ['missing arguments', ['call'], 'missing LOCK and OPERATION', undefined],
    ['a missing argument and a missing flag at once', ['run'], 'missing CAMPAIGN and --out', undefined],
    [
      'an approval of nothing that was reviewed',
      ['approve', 'my mine.lock'],
      '--diff is missing',
      "`toolbase verify 'my mine.lock' --live` shows what the hosts publish now, and the command that approves it.",
    ],
    [
      'a loadout that is to be a file',
      ['init', 'mine.yaml', '--loadout'],
      'mine.yaml names a file, and the folder of the loadout is asked for',
      'Name the folder, such as `.`: it gets a loadout.yaml, which you may call otherwise.',
    ],
    ['a missing argument beside a given flag', ['run', '-o', 'x'], 'missing CAMPAIGN', undefined],
    ['a word after a command of two', ['store', 'verify', 'x'], 'store verify takes no argument', undefined],
    [
      'a mistyped second word',
      ['store', 'prnue'],
      'there is no command store prnue',
      'Did you mean store prune?',
    ],
    [
      'a loadout whose lock would not find it',
      ['lock', 'mine.yml'],
      'mine.yml is no loadout',
      'Call it mine.yaml.',
    ],
  ])('names %s and writes nothing', async (_what, args, message, hint) => {
    const home = await freshFolder();
    const ended = await toolbase(home, [...args, '--json']);
    const error = errorOf(ended);
    expect(ended.status).toBe(2);
    expect(error?.code).toBe('USAGE');
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain('error occurred');
    if (hint !== undefined) expect(error?.hint).toBe(hint);
    expect(await readdir(home)).toEqual([]);
  });

  it('tells which registries were asked for a toolkit, and which may be', async () => {
    const home = await freshFolder();
    await mkdir(path.join(home, 'lab'));
    await writeFile(
      path.join(home, 'settings.yaml'),
      'formatVersion: 1\nregistries:\n  lab: { directory: lab }\nscopes: { "@lab": lab }\n',
    );
    const message = async (name: string) => errorOf(await toolbase(home, ['view', name, '--json']))?.message;
    expect(await message('nope')).toBe('no registry has a toolkit nope (asked: lab, local, embedded)');
    expect(await message('@lab/nope')).toBe('no registry has a toolkit @lab/nope (asked: lab)');
    expect(await message('lab/nope')).toBe(
      '"lab/nope": must be an npm package name, such as grid or @lab/grid',
    );
  });

  it('names a mistyped flag of serve', async () => {
    const ended = await toolbase(await freshFolder(), ['serve', LOCK, '--workspac', '.']);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('there is no flag --workspac. Did you mean --workspace');
  });

  it('offers a lock only where its loadout is', async () => {
    const home = await freshFolder();
    const hint = async (lock: string) => errorOf(await toolbase(home, ['verify', lock, '--json']))?.hint;
    expect(await hint(path.join(home, 'none.lock'))).toMatch(/^Give a lockfile/);
    await writeFile(path.join(home, 'some.yaml'), 'formatVersion: 1\n');
    expect(await hint(path.join(home, 'some.lock'))).toContain('some.yaml` writes it');
  });

  it('is told without anything that steers a terminal', async () => {
    const home = await freshFolder();
    const ended = await toolbase(home, ['verify', 'x\u001b]0;owned\u0007\u202e.lock']);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toMatch(/^toolbase: NOT_FOUND: x\.lock/);
  });

  it('names the operation that was meant', async () => {
    const home = await freshFolder();
    expect((await toolbase(home, ['install', LOCK])).status).toBe(0);
    const ended = await toolbase(home, ['call', LOCK, 'symbolic__ComputeDecayrate', '--json']);
    expect(ended.status).toBe(2);
    expect(errorOf(ended)).toMatchObject({
      code: 'UNKNOWN_OPERATION',
      hint: 'Did you mean symbolic__ComputeDecayRate?',
    });
  });
});

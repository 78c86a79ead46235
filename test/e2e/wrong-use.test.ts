import { readdir } from 'node:fs/promises';
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
    ['missing arguments', ['call'], 'missing LOCK and OPERATION', undefined],
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

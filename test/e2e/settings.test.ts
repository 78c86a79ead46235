import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type GridHome, installedGrid } from './grid.ts';
import { type Ended, errorOf, PROGRAM, ROOT, toolbase } from './toolbase.ts';

const CANARY = 'sk-CANARY-0123456789';

let grid: GridHome;
let project: string;
let userFile: string;
beforeEach(async () => {
  grid = await installedGrid();
  project = path.join(grid.home, 'project');
  userFile = path.join(grid.home, 'settings.yaml');
});

const settings = (args: readonly string[], options: { env?: Record<string, string>; stdin?: string } = {}) =>
  withInput(grid.home, ['settings', ...args], { cwd: project, ...options });
const json = (ended: Ended): Record<string, unknown> => JSON.parse(ended.stdout) as Record<string, unknown>;

/** As toolbase(), with something on standard input. */
function withInput(
  home: string,
  args: readonly string[],
  { cwd, env = {}, stdin }: { cwd: string; env?: Record<string, string>; stdin?: string },
): Promise<Ended> {
  if (stdin === undefined) return toolbase(home, args, { cwd, env });
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TOOLBASE_HOME: home, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(stdin);
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
}

const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);

describe('settings set', () => {
  it('types a value by the declaration and keeps the comments of the file', async () => {
    const before = `# of this laptop\nformatVersion: 1 # always\ntoolkits:\n  "@lab/grid":\n    settings:\n      n_threads: 2 # two are enough\n`;
    await writeFile(userFile, before);
    const ended = await settings(['set', '@lab/grid.n_threads', '8', '--json']);
    expect(json(ended)).toMatchObject({ outcome: 'changed', value: 8, countsInstead: null, checked: true });
    expect(await readFile(userFile, 'utf8')).toBe(before.replace('n_threads: 2', 'n_threads: 8'));
  });

  it('warns of a toolkit that is not installed, with the one that was probably meant', async () => {
    const ended = await settings(['set', '@lab/gird.n_threads', '8']);
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain('warning: no toolkit @lab/gird is installed; did you mean @lab/grid?');
  });

  it('refuses what does not fit or is not declared, and writes nothing', async () => {
    for (const [name, value, code, said] of [
      ['@lab/grid.n_threads', '80', 'BAD_SETTINGS', 'at most 64'],
      ['@lab/grid.n_threads', 'many', 'BAD_SETTINGS', 'a number'],
      ['@lab/grid.n_thread', '8', 'USAGE', 'n_threads'],
      ['n_threads', '8', 'USAGE', '<toolkit>.<name>'],
    ] as const) {
      const ended = await settings(['set', name, value, '--json']);
      const error = errorOf(ended);
      expect([error?.code, ended.status]).toEqual([code, 2]);
      expect(`${error?.message} ${error?.hint ?? ''}`).toContain(said);
    }
    await expect(stat(userFile)).rejects.toMatchObject({ code: 'ENOENT' });
    const other = await settings(['set', '@lab/gird.n_threads', '8', '--lock', grid.lock, '--json']);
    expect(errorOf(other)).toMatchObject({ code: 'USAGE', hint: 'Did you mean @lab/grid?' });
  });

  it('takes a secret from standard input into a file that only its owner can read, and never shows it', async () => {
    const inArguments = await settings(['set', '@lab/grid.api_key', CANARY, '--json']);
    expect(errorOf(inArguments)).toMatchObject({ code: 'USAGE' });
    await writeFile(userFile, 'formatVersion: 1\n', { mode: 0o644 });
    const ended = await settings(['set', '@lab/grid.api_key', '--stdin'], { stdin: `${CANARY}\n` });
    expect(ended.status).toBe(0);
    expect(await modeOf(userFile)).toBe('600');
    expect(await readFile(userFile, 'utf8')).toContain(`api_key: ${CANARY}\n`);
    const shown = await Promise.all(
      [
        ['get', '@lab/grid.api_key'],
        ['explain', '@lab/grid.api_key'],
        ['list'],
        ['list', '--json'],
        ['validate'],
      ].map((args) => settings(args)),
    );
    for (const { stdout, stderr } of [inArguments, ended, ...shown])
      expect(stdout + stderr).not.toContain('CANARY');
    expect(shown[0]?.stdout).toBe('set, hidden\n');
  });

  it('takes references to secrets, and shows them as they are', async () => {
    await settings(['set', '@lab/grid.api_key', 'env:GRID_KEY']);
    expect((await settings(['get', '@lab/grid.api_key'])).stdout).toBe('env:GRID_KEY\n');
    await settings(['set', '@lab/grid.api_key', 'file:key.txt', '--private']);
    expect((await settings(['get', '@lab/grid.api_key', '--lock', grid.lock])).stdout).toBe('file:key.txt\n');
    expect(await readFile(path.join(project, 'toolbase.local.yaml'), 'utf8')).toContain(
      'api_key: file:key.txt',
    );
  });

  it('refuses a secret, and what may be one, in a committed file', async () => {
    for (const args of [
      ['@lab/grid.api_key', 'env:GRID_KEY'],
      ['@lab/unknown.api_key', 'x'],
    ]) {
      const ended = await settings(['set', ...args, '--project', '--json']);
      expect(ended.status).toBe(2);
    }
    const piped = await settings(['set', '@lab/grid.api_key', '--stdin', '--project', '--json'], {
      stdin: CANARY,
    });
    expect(errorOf(piped)).toMatchObject({ code: 'BAD_SETTINGS' });
    const own = await settings(['set', '@lab/grid.api_key', '--stdin', '--private', '--json'], {
      stdin: CANARY,
    });
    expect(errorOf(own)).toMatchObject({ code: 'BAD_SETTINGS' });
    expect(piped.stdout + own.stdout).not.toContain('CANARY');
    for (const file of ['toolbase.yaml', 'toolbase.local.yaml'])
      await expect(stat(path.join(project, file))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('writes a project file where every lock of the repository finds it, and says when it does not count', async () => {
    const project4 = await settings([
      'set',
      '@lab/grid.n_threads',
      '4',
      '--project',
      '--lock',
      grid.lock,
      '--json',
    ]);
    expect(json(project4)).toMatchObject({
      file: path.join(project, 'toolbase.yaml'),
      outcome: 'created',
      value: 4,
    });
    const weaker = await settings(['set', '@lab/grid.n_threads', '9', '--lock', grid.lock, '--json']);
    expect(json(weaker)).toMatchObject({
      value: 4,
      countsInstead: { layer: 'project', source: path.join(project, 'toolbase.yaml') },
    });
  });

  it('keeps a private file out of commits', async () => {
    await writeFile(path.join(project, '.gitignore'), 'node_modules');
    execFileSync('git', ['init', '-q', project]);
    await settings(['set', '@lab/grid.n_threads', '3', '--private']);
    await settings(['set', '@lab/grid.n_threads', '5', '--private']);
    expect(await readFile(path.join(project, '.gitignore'), 'utf8')).toBe(
      'node_modules\ntoolbase.local.yaml\n',
    );
    const status = execFileSync('git', ['-C', project, 'status', '--porcelain', '-uall'], {
      encoding: 'utf8',
    });
    expect(status).not.toContain('toolbase.local.yaml');
    expect(status).not.toContain('toolbase.yaml');
  });

  it('writes paths as they are meant from the folder one is in', async () => {
    await mkdir(path.join(project, 'models'));
    await settings(['set', '@lab/grid.data', 'models']);
    expect((await settings(['get', '@lab/grid.data'])).stdout).toBe(`${path.join(project, 'models')}\n`);
    await settings(['set', '@lab/grid.data', 'models', '--project']);
    expect(await readFile(path.join(project, 'toolbase.yaml'), 'utf8')).toContain('data: models\n');
    await settings(['set', '@lab/grid.form', '/opt/form']);
    expect((await settings(['get', '@lab/grid.form'])).stdout).toBe('/opt/form\n');
  });

  it('changes nothing in a file that gives one value to two places', async () => {
    const text =
      'formatVersion: 1\ntoolkits:\n  "@lab/grid": {settings: {n_threads: &n 2}}\n  other: {settings: {n_threads: *n}}\n';
    await writeFile(userFile, text);
    const ended = await settings(['set', '@lab/grid.n_threads', '8', '--json']);
    expect(errorOf(ended)).toMatchObject({ code: 'BAD_SETTINGS' });
    expect(await readFile(userFile, 'utf8')).toBe(text);
  });

  it('loses nothing when several processes write at once', async () => {
    const names = ['n_threads', 'label', 'data', 'api_key'];
    const values = ['7', 'mine', '/data', 'env:GRID_KEY'];
    const ended = await Promise.all(
      names.map((name, at) => settings(['set', `@lab/grid.${name}`, values[at]!])),
    );
    expect(ended.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    const text = await readFile(userFile, 'utf8');
    for (const name of names) expect(text).toContain(`${name}: `);
  });
});

describe('settings unset', () => {
  it('takes out one value, says what counts then, and says when there was nothing to take out', async () => {
    await settings(['set', '@lab/grid.label', 'mine']);
    const taken = await settings(['unset', '@lab/grid.label', '--json']);
    expect(json(taken)).toMatchObject({
      outcome: 'changed',
      value: 'plain',
      countsInstead: { layer: 'default', source: '@lab/grid' },
    });
    expect(await readFile(userFile, 'utf8')).toBe('formatVersion: 1\n');
    const again = await settings(['unset', '@lab/grid.label']);
    expect(again.stdout).toContain('nothing was changed');
  });
});

describe('settings explain', () => {
  it('tells the layer that counts and every one that it shadows, strongest first', async () => {
    await settings(['set', '@lab/grid.n_threads', '2']);
    await settings(['set', '@lab/grid.n_threads', '3', '--project']);
    await settings(['set', '@lab/grid.n_threads', '4', '--private']);
    const ended = await settings(['explain', '@lab/grid.n_threads', '--lock', grid.lock, '--json'], {
      env: { TOOLBASE_SETTING_LAB_GRID__N_THREADS: '99' },
    });
    expect(json(ended)).toMatchObject({
      wanted: 'number from 1 to 64',
      layers: [
        { layer: 'environment', value: '99', problem: expect.stringContaining('at most 64') as string },
        { layer: 'private', source: path.join(project, 'toolbase.local.yaml'), value: 4 },
        { layer: 'project', source: path.join(project, 'toolbase.yaml'), value: 3 },
        { layer: 'user', source: userFile, value: 2 },
      ],
    });
  });
});

describe('settings validate', () => {
  it('names all that is wrong, by file and variable, with near names', async () => {
    await writeFile(
      userFile,
      'formatVersion: 1\ntoolkits: {"@lab/grid": {settings: {n_thread: 2, label: 7}, externals: {form: form}}, other: {settings: {a: 1}}}\n',
    );
    const ended = await settings(['validate', '--lock', grid.lock, '--json'], {
      env: { TOOLBASE_SETTING_LAB_GRID__LABLE: 'x' },
    });
    expect(ended.status).toBe(1);
    const said = (json(ended)['problems'] as { name: string; message: string; hint?: string }[]).map(
      ({ name, hint }) => [name, hint],
    );
    expect(said).toEqual([
      ['label', undefined],
      ['lable', 'did you mean label?'],
      ['n_thread', 'did you mean n_threads?'],
      ['n_threads', expect.stringContaining('settings set') as string],
    ]);
  });

  it('names rules for operations that the toolkit has not, which would hold for nothing', async () => {
    await writeFile(
      userFile,
      'formatVersion: 1\ntoolkits: {"@lab/grid": {settings: {n_threads: 2}, operations: {Givn: {policy: deny}, Given: {policy: ask}, "*": {policy: ask}}}}\n',
    );
    const ended = await settings(['validate', '--lock', grid.lock, '--json']);
    expect(ended.status).toBe(1);
    expect(json(ended)['problems']).toEqual([
      {
        toolkit: '@lab/grid',
        name: 'Givn',
        message: `@lab/grid has no operation Givn (${userFile})`,
        hint: 'did you mean Given?',
      },
    ]);
    expect((await settings(['validate', '--json'])).status).toBe(1);
  });

  it('is content with what fits', async () => {
    await settings(['set', '@lab/grid.n_threads', '2']);
    expect(await settings(['validate', '--lock', grid.lock])).toMatchObject({ status: 0 });
  });
});

describe('values of one command', () => {
  const call = (args: readonly string[]) =>
    toolbase(grid.home, ['call', grid.lock, 'grid__Given', ...args, '--json']);

  it('are stronger than everything else', async () => {
    await mkdir(path.join(grid.home, 'bin'));
    const form = path.join(grid.home, 'bin', 'myform');
    await writeFile(form, '#!/bin/sh\necho FORM 4.3.1\n');
    await chmod(form, 0o755);
    await settings(['set', '@lab/grid.n_threads', '2']);
    const ended = await call(['--set', '@lab/grid.n_threads=6', '--external', `@lab/grid.form=${form}`]);
    expect(json(ended)).toEqual({ threads: 6, keyLength: 0, form: '4.3.1' });
  });

  it('are refused before anything runs: unknown, unfitting, and every secret', async () => {
    for (const [args, code] of [
      [['--set', '@lab/grid.n_thread=6'], 'USAGE'],
      [['--set', 'gird.n_threads=6'], 'USAGE'],
      [['--set', 'n_threads'], 'USAGE'],
      [['--set', '@lab/grid.n_threads=0'], 'BAD_SETTINGS'],
      [['--external', '@lab/grid.form=form'], 'BAD_SETTINGS'],
      [['--set', `@lab/grid.api_key=${CANARY}`], 'BAD_SETTINGS'],
    ] as const) {
      const ended = await call(args);
      expect([errorOf(ended)?.code, ended.status]).toEqual([code, 2]);
      expect(ended.stdout + ended.stderr).not.toContain('CANARY');
    }
    const served = await toolbase(grid.home, ['serve', grid.lock, '--set', `@lab/grid.api_key=${CANARY}`]);
    expect([served.status, served.stdout]).toEqual([2, '']);
    expect(served.stderr).toContain('BAD_SETTINGS');
    expect(served.stderr).not.toContain('CANARY');
  });
});

describe('values of a whole run', () => {
  const campaign = async (): Promise<string> => {
    await writeFile(
      path.join(project, 'script.yaml'),
      'formatVersion: 1\nkind: script\nsteps: [{do: call, operation: grid__Given, saveAs: given, arguments: {}}]\n',
    );
    const condition = 'task: decay_S_to_FFbar, scaffolding: default, model: none, provider: none';
    const file = path.join(project, 'campaign.yaml');
    await writeFile(
      file,
      `formatVersion: 1
kind: campaign
name: given
title: One call
benchmark: ${path.join(ROOT, 'benchmarks', 'decays')}
seed: 1
trials: 1
limits: {wallSeconds: 120}
harnesses: {caller: {kind: scripted, script: script.yaml}}
loadouts: {grid: ${grid.lock}}
conditions:
  one: {${condition}, harness: caller, loadout: grid}
`,
    );
    return file;
  };
  const run = async (set: string): Promise<Ended> =>
    toolbase(grid.home, [
      'run',
      await campaign(),
      '--out',
      path.join(grid.home, 'out'),
      '--set',
      set,
      '--json',
    ]);

  it('reach its servers, and are kept in its records', async () => {
    expect((await run('@lab/grid.n_threads=5')).status).toBe(0);
    const files = await readdir(path.join(grid.home, 'out'), { recursive: true });
    const [attempt] = files.filter((file) => path.basename(file) === 'attempt.json');
    const folder = path.join(grid.home, 'out', path.dirname(attempt!));
    expect(JSON.parse(await readFile(path.join(folder, 'attempt.json'), 'utf8'))).toMatchObject({
      inputs: { machine: ['--set', '@lab/grid.n_threads=5'] },
    });
    expect(await readFile(path.join(folder, 'calls.jsonl'), 'utf8')).toContain('"outcome":"OK"');
  });

  it('are refused before anything is recorded, secrets above all', async () => {
    for (const set of [`@lab/grid.api_key=${CANARY}`, '@lab/grid.n_threads=0', '@lab/grid.n_thread=1'])
      expect(await run(set)).toMatchObject({ status: 2 });
    await expect(stat(path.join(grid.home, 'out'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a settings file that is no good', () => {
  it('is a clear error, and stays as it is', async () => {
    const put: [string, () => Promise<unknown>, string][] = [
      ['a folder', () => mkdir(userFile), 'NOT_FOUND'],
      ['a FIFO', () => Promise.resolve(execFileSync('mkfifo', [userFile])), 'NOT_FOUND'],
      ['10 MB', () => writeFile(userFile, '#'.repeat(10_000_000)), 'FILE_TOO_LARGE'],
      ['broken YAML', () => writeFile(userFile, `toolkits: {api_key: ${CANARY}\n`), 'BAD_YAML'],
      ['a link to itself', () => symlink(userFile, userFile), 'NOT_FOUND'],
    ];
    for (const [what, make, code] of put) {
      await make();
      for (const args of [
        ['settings', 'set', '@lab/grid.n_threads', '3'],
        ['settings', 'list'],
        ['call', grid.lock, 'grid__Given'],
      ]) {
        const ended = await toolbase(grid.home, [...args, '--json'], { cwd: project });
        expect([what, errorOf(ended)?.code]).toEqual([what, code]);
        expect(errorOf(ended)?.message).toContain('settings.yaml');
        expect(ended.stdout).not.toContain('CANARY');
      }
      await rm(userFile, { recursive: true });
    }
  });
});

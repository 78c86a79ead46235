import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { needsExternal } from '../external.ts';
import { installedGrid } from './grid.ts';
import { type Ended, errorOf, freshFolder, toolbase } from './toolbase.ts';

let home: string;
let lock: string;
let mounted: string[];
beforeEach(async () => {
  ({ home, lock } = await installedGrid());
  mounted = [];
});
afterEach(() => {
  for (const folder of mounted) execFileSync('umount', ['-l', folder]);
});

/** A file system of its own. Mounting takes root. */
async function mount(context: TestContext, options: string): Promise<string> {
  const folder = await freshFolder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  needsExternal(context, 'the right to mount a file system (root)', status === 0);
  mounted.push(folder);
  return folder;
}

const registry = (): string => {
  const packed = path.join(home, 'packed');
  mkdirSync(packed);
  return packed;
};
const inHome = (at: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  toolbase(home, args, { env: { TOOLBASE_HOME: at, ...env } });
/** The toolkit of the lock as a tarball. */
async function tarball(): Promise<string> {
  const packed = registry();
  const from = path.join(home, 'carry.loadout.tgz');
  await toolbase(home, ['export', lock, '--out', from]);
  execFileSync('tar', ['-xzf', from, '-C', packed]);
  return execFileSync('find', [packed, '-name', '*.tgz'], { encoding: 'utf8' }).trim().split('\n')[0]!;
}

describe('a full disk', () => {
  it('ends an install with a clear error, leaves no half toolkit, and the next install succeeds', async (context) => {
    const small = await mount(context, 'size=2m');
    const file = await tarball();
    const { bavail, bsize } = statfsSync(small);
    const filler = path.join(small, 'filler');
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 120_000));
    const full = await inHome(small, ['store', 'import', file, '--json']);
    expect([errorOf(full)?.code, full.status]).toEqual(['NOT_WRITABLE', 3]);
    expect(errorOf(full)?.message).toContain('ENOSPC');
    expect(readdirSync(path.join(small, 'store/v1/trees'))).toEqual([]);
    writeFileSync(filler, '');
    expect(await inHome(small, ['store', 'import', file])).toMatchObject({ status: 0 });
    expect(await inHome(small, ['store', 'verify'])).toMatchObject({ status: 0 });
  });

  it('ends a change of settings with a clear error, and the file stays as it was', async (context) => {
    const small = await mount(context, 'size=256k');
    const before = 'formatVersion: 1 # mine\n';
    writeFileSync(path.join(small, 'settings.yaml'), before);
    const { bavail, bsize } = statfsSync(small);
    writeFileSync(path.join(small, 'filler'), Buffer.alloc(bavail * bsize));
    const ended = await inHome(small, ['settings', 'set', '@lab/grid.label', 'x'.repeat(5000), '--json']);
    expect([errorOf(ended)?.code, ended.status]).toEqual(['NOT_WRITABLE', 3]);
    expect(readFileSync(path.join(small, 'settings.yaml'), 'utf8')).toBe(before);
    expect(readdirSync(small).sort()).toEqual(['filler', 'settings.yaml']);
  });
});

describe('a home that cannot be written', () => {
  it('is a clear error for what writes, and none for what only reads', async (context) => {
    const folder = await mount(context, 'size=8m');
    const file = await tarball();
    expect(await inHome(folder, ['store', 'import', file])).toMatchObject({ status: 0 });
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    for (const args of [
      ['settings', 'set', '@lab/grid.n_threads', '4'],
      ['store', 'prune', '--unused-for', '0'],
    ]) {
      const ended = await inHome(folder, [...args, '--json']);
      expect([args[1], errorOf(ended)?.code, ended.status]).toEqual([args[1], 'NOT_WRITABLE', 3]);
    }
    for (const args of [
      ['store', 'ls'],
      ['store', 'verify'],
      ['settings', 'list'],
      ['install', lock],
    ])
      expect((await inHome(folder, args)).stderr).toBe('');
    const sick = await inHome(folder, ['doctor', '--json']);
    expect(JSON.parse(sick.stdout)).toMatchObject({ store: { state: 'read-only', toolkits: 1 } });
  });
});

describe('a machine without HOME', () => {
  it('is a clear error, with what to set', async () => {
    for (const args of [['settings', 'list'], ['store', 'path'], ['doctor']]) {
      const ended = await toolbase(home, [...args, '--json'], { env: { HOME: '', TOOLBASE_HOME: '' } });
      expect([errorOf(ended)?.code, ended.status]).toEqual(['NO_HOME', 3]);
      expect(errorOf(ended)?.hint).toContain('TOOLBASE_HOME');
    }
  });
  it('is none while TOOLBASE_HOME says where everything is', async () => {
    expect(await toolbase(home, ['store', 'verify'], { env: { HOME: '' } })).toMatchObject({ status: 0 });
  });
});

it('a store on another device than the temporary folder works', async (context) => {
  const other = await mount(context, 'size=8m');
  const temporary = await mount(context, 'size=8m');
  const file = await tarball();
  expect(await inHome(other, ['store', 'import', file], { TMPDIR: temporary })).toMatchObject({ status: 0 });
  expect(await inHome(other, ['verify', lock], { TMPDIR: temporary })).toMatchObject({ status: 0 });
});

describe('a file that holds a secret', () => {
  const settings = () => path.join(home, 'settings.yaml');
  const key = () => path.join(home, 'key');
  const call = () =>
    toolbase(home, ['call', lock, 'grid__Given', '--set', '@lab/grid.n_threads=1', '--json']);
  beforeEach(() => {
    writeFileSync(key(), 'sk-CANARY-0123456789\n', { mode: 0o600 });
    writeFileSync(
      settings(),
      'formatVersion: 1\ntoolkits: {"@lab/grid": {settings: {api_key: "file:key"}}}\n',
    );
  });

  it('is read when it is of this user alone', async () => {
    expect(JSON.parse((await call()).stdout)).toMatchObject({ keyLength: 20 });
  });

  it('is refused when others may read it', async () => {
    chmodSync(key(), 0o640);
    const ended = await call();
    expect(errorOf(ended)).toMatchObject({ code: 'BAD_SETTINGS' });
    expect(errorOf(ended)?.hint).toContain('chmod 600');
    expect(ended.stdout + ended.stderr).not.toContain('CANARY');
  });

  it('is refused when it belongs to another user', async (context) => {
    const { status } = spawnSync('chown', ['12345', key()]);
    needsExternal(context, 'the right to give a file away (root)', status === 0);
    const ended = await call();
    expect(errorOf(ended)).toMatchObject({ code: 'BAD_SETTINGS' });
    expect(ended.stdout + ended.stderr).not.toContain('CANARY');
  });
});

it('what a loadout lacks is said by install, and by serve when it starts', async () => {
  const installed = await toolbase(home, ['install', lock, '--json']);
  expect(JSON.parse(installed.stdout)).toMatchObject({ lacking: [{ code: 'SETTING_MISSING' }] });
  const served = spawnSync(
    '/bin/sh',
    ['-c', `sleep 4 | "${process.execPath}" bin/run.js serve "${lock}" --workspace "${home}"`],
    {
      cwd: path.resolve(import.meta.dirname, '../..'),
      env: { PATH: process.env['PATH'], HOME: home, TOOLBASE_HOME: home },
      encoding: 'utf8',
    },
  );
  expect([served.status, served.stdout]).toEqual([0, '']);
  expect(served.stderr).toMatch(/^toolbase: SETTING_MISSING: @lab\/grid needs the setting n_threads/);
});

it('commands that only read leave an empty home empty', async () => {
  const empty = await freshFolder();
  for (const args of [
    ['settings', 'list'],
    ['settings', 'validate'],
    ['settings', 'unset', 'grid.label'],
    ['store', 'ls'],
    ['store', 'prune'],
    ['doctor'],
  ])
    expect([args, (await toolbase(empty, args)).status]).toEqual([args, 0]);
  expect(readdirSync(empty)).toEqual([]);
});

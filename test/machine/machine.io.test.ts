import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuredPythons, configuredRegistries, type MachineLayers } from '../../src/machine/index.ts';
import { loadSettings, machineValues, probeExternal, type ProbeRequest } from '../../src/machine/io/index.ts';
import { fileLayer, grid, layers } from './layers.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'toolbase-machine-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, text: string, mode = 0o644): string {
  const file = path.join(dir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(
      existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '',
    );
  } catch {
    return false;
  }
}
const program = (name: string, body: string): string => write(name, `#!/bin/sh\n${body}\n`, 0o755);

describe('settings files', () => {
  const load = (startDir: string) =>
    loadSettings({
      settingsFile: path.join(dir, 'config/settings.yaml'),
      startDir: path.join(dir, startDir),
    });

  it('are the own one and those of the nearest project above the lock', async () => {
    write('config/settings.yaml', 'formatVersion: 1\n', 0o600);
    write('toolbase.yaml', 'formatVersion: 1\n');
    write('project/toolbase.yaml', 'formatVersion: 1\n');
    write('project/toolbase.local.yaml', 'formatVersion: 1\n');
    mkdirSync(path.join(dir, 'project/loadouts/deep'), { recursive: true });
    expect(
      (await load('project/loadouts/deep')).map(({ name, file, ownerOnly }) => [name, file, ownerOnly]),
    ).toEqual([
      ['user', path.join(dir, 'config/settings.yaml'), true],
      ['project', path.join(dir, 'project/toolbase.yaml'), false],
      ['private', path.join(dir, 'project/toolbase.local.yaml'), false],
    ]);
  });

  it('need not exist', async () => expect(await load('.')).toEqual([]));

  it('are refused with unknown keys, naming the file', async () => {
    write('toolbase.yaml', 'formatVersion: 1\nregistry: {}\n');
    await expect(load('.')).rejects.toMatchObject({
      code: 'BAD_SETTINGS',
      message: expect.stringContaining('toolbase.yaml: (document): unknown key "registry"') as string,
    });
  });

  it('are never executable configuration', async () => {
    write('toolbase.js', 'process.exit(9)');
    write('toolbase.yaml.js', 'process.exit(9)');
    expect(await load('.')).toEqual([]);
  });

  it('name registries, the strongest file first', async () => {
    write(
      'config/settings.yaml',
      'formatVersion: 1\nregistries: {lab: {directory: /lab}, old: {directory: ~/old}}\n',
    );
    write(
      'p/toolbase.yaml',
      'formatVersion: 1\nregistries: {group: {directory: registry}, lab: {directory: /other}}\n',
    );
    const files = await load('p');
    expect([...configuredRegistries(layers({ files }))]).toEqual([
      ['group', { directory: path.join(dir, 'p/registry') }],
      ['lab', { directory: '/other' }],
      ['old', { directory: '/home/u/old' }],
    ]);
  });

  it('names interpreters: those of the strongest file that has any, in its order', async () => {
    const settingsFile = write('user.yaml', 'formatVersion: 1\npythons: [/usr/bin/python3]\n');
    write('p/toolbase.yaml', 'formatVersion: 1\npythons: [~/py/bin/python, venv/bin/python]\n');
    write('p/toolbase.local.yaml', 'formatVersion: 1\n');
    const files = await loadSettings({ settingsFile, startDir: path.join(dir, 'p') });
    expect(configuredPythons(layers({ files }))).toEqual([
      '/home/u/py/bin/python',
      path.join(dir, 'p/venv/bin/python'),
    ]);
    expect(configuredPythons(layers({}))).toBeUndefined();
  });
});

describe('an external program', () => {
  const probe = (
    file: string | undefined,
    extra: Partial<ProbeRequest['declaration']> = {},
    timeoutMs = 5000,
  ) =>
    probeExternal({
      declaration: {
        command: 'form',
        versionArgs: ['--version'],
        versionPattern: '(\\d+\\.\\d+(?:\\.\\d+)?)',
        versions: '>=4',
        ...extra,
      },
      path: file,
      environment: { PATH: path.join(dir, 'bin'), SECRET_TOKEN: 'canary' },
      timeoutMs,
    });

  it('is found by the version that it tells, on either stream and with any status', async () => {
    const file = program('form', 'echo "FORM 4.3.1 ($*)" >&2; exit 3');
    expect(await probe(file)).toEqual({ kind: 'found', path: file, version: '4.3.1' });
  });
  it('is looked for on PATH: the first that fits, not the first that is there', async () => {
    program('bin/form', 'echo 3.9');
    const two = program('bin2/form', 'echo 4.0');
    const found = await probeExternal({
      declaration: { command: 'form', versionArgs: [], versionPattern: '([\\d.]+)', versions: '^4' },
      path: undefined,
      environment: { PATH: `relative:${dir}/${'x'.repeat(300)}:${dir}/none:${dir}/bin:${dir}/bin2` },
    });
    expect(found).toEqual({ kind: 'found', path: two, version: '4.0' });
    expect(await probe(undefined)).toMatchObject({ kind: 'wrong-version', version: '3.9' });
  });
  it('of two-part versions is compared as such', async () => {
    const file = program('pythia', 'echo "version 8.312"');
    expect(await probe(file, { versions: '>=8.310' })).toMatchObject({ kind: 'found', version: '8.312' });
    expect(await probe(file, { versions: '>=8.313' })).toMatchObject({ kind: 'wrong-version' });
  });
  it('that is not there, is no program, or tells nothing', async () => {
    expect(await probe(undefined)).toEqual({ kind: 'not-found' });
    expect(await probe(write('text', 'x'))).toMatchObject({ kind: 'not-started' });
    expect(await probe(path.join(dir, 'none'))).toMatchObject({ kind: 'not-started' });
    expect(await probe(program('mute', 'echo hello'))).toMatchObject({
      kind: 'no-version',
      output: 'hello\n',
    });
  });
  it('that hangs is killed, also when a child of it keeps the output open', async () => {
    const started = performance.now();
    expect(await probe(program('hang', 'exec /bin/sleep 30'), {}, 300)).toMatchObject({
      kind: 'not-started',
    });
    expect(await probe(program('fork', '/bin/sleep 30'), {}, 300)).toMatchObject({ kind: 'not-started' });
    expect(performance.now() - started).toBeLessThan(5000);
  });
  it('leaves nothing running', async () => {
    const pidFile = path.join(dir, 'pid');
    await probe(program('daemon', `/bin/sleep 30 & echo $! > ${pidFile}; echo 4.2; wait`), {}, 500);
    const left = Number(readFileSync(pidFile, 'utf8'));
    await expect.poll(() => isAlive(left), { timeout: 3000 }).toBe(false);
  });
  it('that floods is cut off', async () => {
    expect(await probe(program('flood', 'echo 4.1; exec /bin/cat /dev/zero'))).toMatchObject({
      kind: 'found',
      version: '4.1',
    });
  });
  it('and a pattern that would search for ever are given up', async () => {
    const file = program('aaa', `echo ${'a'.repeat(60)}!`);
    expect(await probe(file, { versionPattern: '^(a+)+$' })).toMatchObject({ kind: 'no-version' });
    expect(await probe(file, { versionPattern: '(((' })).toMatchObject({ kind: 'no-version' });
  });
  it('is not started by a shell and sees no more than it needs', async () => {
    const file = program('env', 'echo "4.0 $*"; /usr/bin/env');
    const finding = await probe(file, {
      versionArgs: ['; touch hacked', '$(id)'],
      versionPattern: '([\\s\\S]+)',
      versions: '*',
    });
    const told = finding.kind === 'found' ? finding.version : '';
    expect(told).toContain('4.0 ; touch hacked $(id)');
    const all = await probe(file, { versionPattern: '(SECRET_TOKEN)' });
    expect(all.kind).toBe('no-version');
  });
});

describe('what a host is given', () => {
  const values = (
    settings: Record<string, unknown>,
    externals: Record<string, unknown>,
    parts: Partial<MachineLayers>,
  ) => machineValues(grid(settings, externals), layers(parts));
  const inUser = (text: string) => [
    fileLayer('user', path.join(dir, 'settings.yaml'), `  "@lab/grid": ${text}`, true),
  ];
  const key = { api_key: { type: 'string', title: 'Key', sensitive: true } };

  it('are settings, secrets and externals', async () => {
    const form = program('form', 'echo 4.3');
    write('key', 'geheim\n', 0o600);
    expect(
      await values(
        { ...key, n: { type: 'number', title: 'N', default: 2 }, none: { type: 'string', title: 'None' } },
        {
          form: { title: 'FORM', command: 'form' },
          extra: { title: 'Extra', command: 'no-such-x', optional: true },
        },
        { files: inUser(`{settings: {api_key: "file:key"}, externals: {form: ${form}}}`) },
      ),
    ).toEqual({
      settings: { n: 2 },
      secrets: { api_key: 'geheim' },
      externals: { form: { path: form, version: '4.3' } },
    });
  });

  it('a required setting that has no value is named with the ways to set it', async () => {
    await expect(
      values({ n: { type: 'number', title: 'Threads', required: true } }, {}, {}),
    ).rejects.toMatchObject({
      code: 'SETTING_MISSING',
      exitStatus: 3,
      message: '@lab/grid needs the setting n (Threads)',
      hint: expect.stringContaining('TOOLBASE_SETTING_LAB_GRID__N') as string,
    });
  });

  it('a secret whose variable is not set, or whose file is missing, empty or open to others, is refused', async () => {
    await expect(
      values(key, {}, { files: inUser('{settings: {api_key: "env:NONE"}}') }),
    ).rejects.toMatchObject({
      code: 'SETTING_MISSING',
    });
    await expect(
      values(key, {}, { files: inUser('{settings: {api_key: "file:none"}}') }),
    ).rejects.toMatchObject({
      code: 'SETTING_MISSING',
    });
    write('empty', '\n', 0o600);
    await expect(
      values(key, {}, { files: inUser('{settings: {api_key: "file:empty"}}') }),
    ).rejects.toMatchObject({ code: 'SETTING_MISSING', message: expect.stringContaining('empty') as string });
    write('key', 'CANARY', 0o644);
    await expect(
      values(key, {}, { files: inUser('{settings: {api_key: "file:key"}}') }),
    ).rejects.toMatchObject({
      code: 'BAD_SETTINGS',
      message: expect.not.stringContaining('CANARY') as string,
    });
  });

  it('a path where there is nothing is refused', async () => {
    const files = inUser('{settings: {data: nowhere}}');
    await expect(values({ data: { type: 'directory', title: 'Data' } }, {}, { files })).rejects.toMatchObject(
      {
        code: 'BAD_SETTINGS',
        message: expect.stringContaining('where there is no folder') as string,
      },
    );
  });

  it('an external that is missing, or was pointed at and does not fit, is named with how to install it', async () => {
    const form = {
      form: { title: 'FORM', command: 'no-such-form', versions: '>=4', install: { apt: 'form' } },
    };
    await expect(values({}, form, { environment: { PATH: dir } })).rejects.toMatchObject({
      code: 'EXTERNAL_MISSING',
      exitStatus: 3,
      message: '@lab/grid needs FORM (no-such-form >=4): it is not on PATH',
      hint: expect.stringContaining('apt: form') as string,
    });
    const old = program('form', 'echo 3.1');
    const optional = { form: { ...form.form, optional: true } };
    await expect(
      values({}, optional, { files: inUser(`{externals: {form: ${old}}}`) }),
    ).rejects.toMatchObject({
      code: 'EXTERNAL_MISSING',
      message: expect.stringContaining(`${old} is version 3.1`) as string,
    });
  });

  it('a flag that names no setting is refused with what was probably meant', async () => {
    const flags = { settings: [{ toolkit: '@lab/grid', name: 'm', value: '1' }], externals: [] };
    await expect(values({ n: { type: 'number', title: 'N' } }, {}, { flags })).rejects.toMatchObject({
      code: 'USAGE',
      hint: 'Did you mean n?',
    });
  });
});

import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ErrorReport, reportOf } from '../../src/kernel/index.ts';
import {
  type MachineLayers,
  parseAssignment,
  type ResolvedSetting,
  resolveSettings,
  variableName,
} from '../../src/machine/index.ts';
import { fileLayer, grid, layers } from './layers.ts';

const threads = { n_threads: { type: 'number', title: 'Threads', default: 1, min: 1, max: 64 } };
const user = (value: string, ownerOnly = false) =>
  fileLayer(
    'user',
    '/home/u/.config/toolbase/settings.yaml',
    `  "@lab/grid": {settings: {${value}}}`,
    ownerOnly,
  );
const project = (value: string) =>
  fileLayer('project', '/p/toolbase.yaml', `  "@lab/grid": {settings: {${value}}}`);
const own = (value: string) =>
  fileLayer('private', '/p/toolbase.local.yaml', `  "@lab/grid": {settings: {${value}}}`);
const flag = (name: string, value: string) => ({
  settings: [{ toolkit: '@lab/grid', name, value }],
  externals: [],
});

const one = (declarations: Record<string, unknown>, parts: Partial<MachineLayers>): ResolvedSetting =>
  resolveSettings(grid(declarations), layers(parts)).settings[0]!;

function faultOf(act: () => unknown): ErrorReport | 'no error' {
  try {
    act();
    return 'no error';
  } catch (thrown) {
    return reportOf(thrown);
  }
}

describe('the strongest layer that has a value counts', () => {
  const all = {
    files: [user('n_threads: 2'), project('n_threads: 3'), own('n_threads: 4')],
    environment: { TOOLBASE_SETTING_LAB_GRID__N_THREADS: '5' },
    flags: flag('n_threads', '6'),
  };
  it.each<[string, number, Partial<MachineLayers>]>([
    ['default', 1, {}],
    ['user', 2, { files: all.files.slice(0, 1) }],
    ['project', 3, { files: all.files.slice(0, 2) }],
    ['private', 4, { files: all.files }],
    ['environment', 5, { files: all.files, environment: all.environment }],
    ['flag', 6, all],
  ])('%s', (layer, value, parts) => {
    const setting = one(threads, parts);
    expect(setting.value).toBe(value);
    expect(setting.origin?.layer).toBe(layer);
  });

  it('and the others are named as shadowed, strongest first', () => {
    expect(one(threads, all)).toMatchObject({
      origin: { layer: 'flag', source: '--set' },
      shadows: [
        { layer: 'environment', source: 'TOOLBASE_SETTING_LAB_GRID__N_THREADS' },
        { layer: 'private', source: '/p/toolbase.local.yaml' },
        { layer: 'project', source: '/p/toolbase.yaml' },
        { layer: 'user', source: '/home/u/.config/toolbase/settings.yaml' },
        { layer: 'default', source: '@lab/grid' },
      ],
    });
  });

  it('values of other settings and toolkits play no part', () => {
    const other = fileLayer('user', '/u', '  grid: {settings: {n_threads: 9}}');
    expect(
      one(threads, { files: [other], environment: { TOOLBASE_SETTING_GRID__N_THREADS: '9' } }).value,
    ).toBe(1);
  });

  it('an empty variable is no value', () => {
    expect(one(threads, { environment: { TOOLBASE_SETTING_LAB_GRID__N_THREADS: '' } }).value).toBe(1);
  });
});

describe('a value is typed by the declaration', () => {
  it.each<[Record<string, unknown>, Partial<MachineLayers>, unknown]>([
    [{ type: 'boolean' }, { files: [user('x: true')] }, true],
    [{ type: 'boolean' }, { flags: flag('x', 'false') }, false],
    [{ type: 'number' }, { flags: flag('x', '-1.5e3') }, -1500],
    [{ type: 'string' }, { flags: flag('x', '4') }, '4'],
    [{ type: 'file' }, { files: [project('x: data/a.txt')] }, '/p/data/a.txt'],
    [{ type: 'directory' }, { files: [user('x: ~/data')] }, '/home/u/data'],
    [{ type: 'directory' }, { flags: flag('x', '/abs/../b') }, '/b'],
    [{ type: 'string' }, {}, undefined],
  ])('%j', (declaration, parts, value) => {
    expect(one({ x: { title: 'X', ...declaration } }, parts).value).toBe(value);
  });

  it.each<[string, Record<string, unknown>, Partial<MachineLayers>]>([
    ['text for a number', { type: 'number' }, { files: [user('x: "4"')] }],
    ['words for a number', { type: 'number' }, { flags: flag('x', '0x10') }],
    ['a number too small', { type: 'number', min: 1 }, { files: [user('x: 0')] }],
    ['a number too large', { type: 'number', max: 1 }, { flags: flag('x', '2') }],
    ['an unquoted number for text', { type: 'string' }, { files: [user('x: 1.10')] }],
    ['yes for a boolean', { type: 'boolean' }, { flags: flag('x', 'yes') }],
    ['a relative path in a flag', { type: 'file' }, { flags: flag('x', 'a.txt') }],
    ['a number for a path', { type: 'file' }, { files: [user('x: 3')] }],
    ['~ without a home', { type: 'file' }, { files: [user('x: ~/a')], homeDir: undefined }],
    ['a relative default of the toolkit', { type: 'file', default: 'a.txt' }, {}],
  ])('and %s is refused', (_what, declaration, parts) => {
    const fault = faultOf(() => one({ x: { title: 'X', ...declaration } }, parts));
    expect(fault).toMatchObject({ code: 'BAD_SETTINGS' });
    expect((fault as ErrorReport).message).toContain('the setting x of @lab/grid in ');
  });
});

describe('a secret', () => {
  const key = { api_key: { type: 'string', title: 'Key', sensitive: true } };
  const canary = 'sk-CANARY-0123456789';

  it('is referred to by variable or file', () => {
    expect(one(key, { files: [user('api_key: env:GRID_KEY')] }).secret).toEqual({
      kind: 'env',
      variable: 'GRID_KEY',
    });
    expect(one(key, { files: [own('api_key: file:keys/grid')] }).secret).toEqual({
      kind: 'file',
      path: '/p/keys/grid',
    });
    expect(one(key, { flags: flag('api_key', 'env:K') }).secret).toEqual({ kind: 'env', variable: 'K' });
  });

  it('may stand in the own file of the user that nobody else may read, and in a variable', () => {
    for (const parts of [
      { files: [user(`api_key: ${canary}`, true)] },
      { environment: { TOOLBASE_SETTING_LAB_GRID__API_KEY: canary } },
    ]) {
      const { secret, value } = one(key, parts);
      expect(value).toBeUndefined();
      expect(secret?.kind === 'plain' && secret.reveal()).toBe(canary);
    }
  });

  it('never shows in what is printed', () => {
    const setting = one(key, { files: [user(`api_key: ${canary}`, true)] });
    expect(JSON.stringify(setting) + inspect(setting, { depth: 9 })).not.toContain('CANARY');
  });

  it.each<[string, Partial<MachineLayers>]>([
    ['in a file of the user that others may read', { files: [user(`api_key: ${canary}`)] }],
    ['in the committed file of a project', { files: [project(`api_key: ${canary}`)] }],
    [
      'in the committed file even when it does not count',
      { files: [project(`api_key: ${canary}`), own('api_key: env:K')] },
    ],
    ['in the private file of a project', { files: [own(`api_key: ${canary}`)] }],
    ['on the command line', { flags: flag('api_key', canary) }],
    ['as a number', { files: [user('api_key: 12345', true)] }],
  ])('is refused %s, and the message does not tell it', (_what, parts) => {
    const fault = faultOf(() => one(key, parts));
    expect(fault).toMatchObject({ code: 'BAD_SETTINGS' });
    expect(JSON.stringify(fault)).not.toContain('CANARY');
    expect(JSON.stringify(fault)).not.toContain('12345');
  });

  it('is not even referred to by a committed file, which would choose what a toolkit gets', () => {
    for (const reference of ['env:AWS_SECRET_ACCESS_KEY', 'file:~/.ssh/id_ed25519'])
      expect(faultOf(() => one(key, { files: [project(`api_key: ${reference}`)] }))).toMatchObject({
        code: 'BAD_SETTINGS',
      });
  });
});

describe('externals and unknown names', () => {
  const form = { form: { title: 'FORM', command: 'form' } };

  it('have their path from the layers', () => {
    const files = [
      fileLayer('project', '/p/toolbase.yaml', '  "@lab/grid": {externals: {form: tools/form}}'),
    ];
    const environment = { TOOLBASE_EXTERNAL_LAB_GRID__FORM: '/opt/form' };
    const of = (parts: Partial<MachineLayers>) =>
      resolveSettings(grid({}, form), layers(parts)).externals[0]?.path;
    expect(of({})).toBeUndefined();
    expect(of({ files })).toBe('/p/tools/form');
    expect(of({ files, environment })).toBe('/opt/form');
  });

  it('that are not declared are told with what was probably meant', () => {
    const found = resolveSettings(
      grid(threads),
      layers({ files: [user('n_thread: 4')], flags: flag('speed', '1') }),
    );
    expect(found.unknown).toEqual([
      {
        kind: 'settings',
        name: 'n_thread',
        origin: { layer: 'user', source: '/home/u/.config/toolbase/settings.yaml' },
        near: ['n_threads'],
      },
      { kind: 'settings', name: 'speed', origin: { layer: 'flag', source: '--set' }, near: [] },
    ]);
  });
});

describe('names outside of files', () => {
  it('variables are the toolkit and the setting in capitals', () => {
    expect(variableName('settings', '@lab/my-grid.2', 'n_threads')).toBe(
      'TOOLBASE_SETTING_LAB_MY_GRID_2__N_THREADS',
    );
    expect(variableName('externals', 'grid', 'feyn-calc')).toBe('TOOLBASE_EXTERNAL_GRID__FEYN_CALC');
  });
  it('flags are toolkit, dot, name, equals sign, value', () => {
    expect(parseAssignment('@lab/grid.v2.n_threads=a=b.c', '--set')).toEqual({
      toolkit: '@lab/grid.v2',
      name: 'n_threads',
      value: 'a=b.c',
    });
    for (const text of ['grid=4', 'n_threads', 'grid.=4', ''])
      expect(faultOf(() => parseAssignment(text, '--set'))).toMatchObject({ code: 'USAGE' });
  });
});

import { describe, expect, it, beforeEach, afterEach } from 'vitest';
import { versionAfter } from '../../src/lockfile/index.ts';
import { ToolbaseError, type Version } from '../../src/kernel/index.ts';
import { publish, type PublishOptions } from '../../src/workflow/io/index.ts';
import { sampleOperation } from '../lockfile/sample-manifest.ts';
import { goesTo, Lab, NOWHERE } from './lab.ts';
import { file, type Packed, packedToolkit } from './packed-toolkit.ts';

let lab: Lab;
beforeEach(() => {
  lab = new Lab();
});
afterEach(() => lab.remove());

const put = (packed: Packed, options: PublishOptions = {}) =>
  publish(
    lab.write('packed.tgz', packed.tarball),
    { ...goesTo(lab.lab), pack: () => Promise.reject(new Error('not asked')), machine: NOWHERE },
    options,
  );

const versions = async (): Promise<string[]> =>
  Object.keys((await lab.lab.packument(packedToolkit('grid', '1.0.0').manifest.name))?.versions ?? {}).sort();

const narrowed = (version: string) =>
  packedToolkit('grid', version, {
    operations: [
      sampleOperation('Width', {
        inputSchema: {
          type: 'object',
          properties: { mass_gev: { type: 'number', minimum: 5 } },
          required: ['mass_gev'],
          additionalProperties: false,
        },
      }),
    ],
  });

describe('a change that breaks callers', () => {
  beforeEach(async () => {
    await put(packedToolkit('grid', '1.2.0'));
  });

  it.each(['1.2.1', '1.3.0'])('is refused as %s, and the refusal tells what changed', async (version) => {
    expect(await put(narrowed(version))).toMatchObject({
      outcome: 'refused',
      refusals: ['break'],
      change: {
        before: '1.2.0',
        after: version,
        deserved: 'major',
        operations: [{ name: 'Width', change: 'changed', level: 'major' }],
      },
    });
    expect(await versions()).toEqual(['1.2.0']);
  });

  it('is published as the next major version', async () => {
    expect(await put(narrowed('2.0.0'))).toMatchObject({ outcome: 'published', refusals: [] });
  });

  it('is published where its author insists, and the change is told all the same', async () => {
    const allowed = { secrets: [], breaks: true };
    expect(await put(narrowed('1.2.1'), { allowed })).toMatchObject({
      outcome: 'published',
      change: { deserved: 'major', bump: 'too small' },
    });
    expect(await put(narrowed('1.2.1'))).toMatchObject({ outcome: 'unchanged', refusals: [] });
  });

  it('is measured by the version below, not by the newest', async () => {
    await put(narrowed('2.0.0'));
    expect(await put(narrowed('1.2.1'))).toMatchObject({ outcome: 'refused', change: { before: '1.2.0' } });
    expect(await put(narrowed('2.0.1'))).toMatchObject({ outcome: 'published', change: { before: '2.0.0' } });
  });

  it('is not taken for one when it only adds', async () => {
    const more = packedToolkit('grid', '1.2.1', {
      operations: [sampleOperation('Width'), sampleOperation('Mass')],
    });
    expect(await put(more)).toMatchObject({
      outcome: 'published',
      change: { deserved: 'minor', bump: 'too small' },
    });
  });
});

describe('a package with a secret', () => {
  const secret = packedToolkit('grid', '1.0.0', {}, [file('server.pem', 'x'), file('a.pem', 'y')]);

  it('is refused, and published only when every file is named', async () => {
    expect(await put(secret)).toMatchObject({ outcome: 'refused', refusals: ['secrets'] });
    const some = { secrets: ['server.pem'], breaks: false };
    expect(await put(secret, { allowed: some })).toMatchObject({ outcome: 'refused' });
    expect(await versions()).toEqual([]);
    const all = { secrets: ['server.pem', 'a.pem'], breaks: false };
    expect(await put(secret, { allowed: all })).toMatchObject({ outcome: 'published' });
  });
});

describe('a toolkit that needs others', () => {
  it('is published with a warning of each that no registry has, or no version of that fits', async () => {
    await put(packedToolkit('@lab/mesh', '1.0.0'));
    const needs = { '@lab/mehs': '^1', '@lab/mesh': '^2' };
    const { outcome, warnings } = await put(packedToolkit('grid', '1.0.0', { toolkitDependencies: needs }));
    expect(outcome).toBe('published');
    expect(warnings).toEqual([
      'toolkitDependencies: no registry has a toolkit @lab/mehs (asked: lab); did you mean @lab/mesh?',
      'toolkitDependencies: no version of @lab/mesh fits ^2; there are 1.0.0',
    ]);
  });

  it('is published without one where all can be had, or nobody can be asked', async () => {
    await put(packedToolkit('@lab/mesh', '1.0.0'));
    const sound = packedToolkit('grid', '1.0.0', { toolkitDependencies: { '@lab/mesh': '^1' } });
    expect((await put(sound)).warnings).toEqual([]);
    const away = {
      ...goesTo(lab.lab),
      registries: () =>
        Promise.resolve([
          {
            ...lab.local,
            packument: () => Promise.reject(new ToolbaseError('REGISTRY_UNAVAILABLE', 'it is away')),
          },
        ]),
    };
    const unsure = packedToolkit('fit', '1.0.0', { toolkitDependencies: { '@lab/other': '^1' } });
    const pack = () => Promise.reject(new Error('not asked'));
    const target = lab.write('packed.tgz', unsure.tarball);
    expect((await publish(target, { ...away, pack, machine: NOWHERE })).warnings).toEqual([]);
  });
});

it('an operation that no bundle has is published with a warning', async () => {
  const operations = [sampleOperation('Width'), sampleOperation('Mass')];
  const bundle = (names: string[]) => ({ title: 'B', summary: 'A bundle.', operations: names });
  const of = (version: string, names: string[]) =>
    put(packedToolkit('grid', version, { operations, bundles: { b: bundle(names) } }));
  expect((await of('1.0.0', ['Width'])).warnings).toEqual([
    'operation Mass is in no bundle: a loadout that selects bundles never exposes it',
  ]);
  expect((await of('1.0.1', ['Width', 'Mass'])).warnings).toEqual([]);
});

describe('a file that is no packed toolkit', () => {
  it.each([
    ['grid.yaml', 'a YAML file'],
    ['grid.lock', 'a lockfile'],
    ['grid.zip', 'no gzip archive'],
  ])('is refused as what it is: %s', async (name, kind) => {
    const pack = () => Promise.reject(new Error('not asked'));
    await expect(
      publish(lab.write(name, 'formatVersion: 1'), { ...goesTo(lab.lab), pack, machine: NOWHERE }),
    ).rejects.toMatchObject({
      code: 'BAD_ARCHIVE',
      message: expect.stringContaining(`${name} is ${kind}, and a packed toolkit (.tgz) or a`) as string,
    });
  });
});

describe('a dry run', () => {
  const dryRun = true;

  it('publishes nothing, and says what would be', async () => {
    const packed = packedToolkit('grid', '1.0.0');
    expect(await put(packed, { dryRun })).toMatchObject({ outcome: 'would-publish', version: '1.0.0' });
    expect(await versions()).toEqual([]);
    await put(packed);
    expect(await put(packed, { dryRun })).toMatchObject({ outcome: 'unchanged' });
    expect(await put(narrowed('1.0.1'), { dryRun })).toMatchObject({ outcome: 'refused' });
    await expect(put(narrowed('1.0.0'), { dryRun })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    expect(await versions()).toEqual(['1.0.0']);
  });

  it('lists files with their sizes', async () => {
    const packed = packedToolkit('grid', '1.0.0', {}, [file('big.csv', 'x'.repeat(1_000_001))]);
    const { files, findings } = await put(packed, { dryRun });
    expect(files).toContainEqual({ path: 'big.csv', sizeBytes: 1_000_001 });
    expect(findings).toEqual([{ path: 'big.csv', kind: 'large', what: 'has 1000001 bytes' }]);
  });
});

it.each<[string, 'major' | 'minor' | 'patch', string]>([
  ['1.2.3', 'major', '2.0.0'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'patch', '1.2.4'],
  ['0.2.3', 'major', '0.3.0'],
  ['0.2.3', 'minor', '0.2.4'],
  ['0.0.3', 'major', '0.0.4'],
])('after %s a %s step leads to %s', (release, level, next) =>
  expect(versionAfter(release as Version, level)).toBe(next),
);

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolkitName } from '../../src/kernel/index.ts';
import { openDirectoryRegistry } from '../../src/registry/io/index.ts';
import type { Registry } from '../../src/registry/index.ts';
import { treeDigest } from '../../src/store/index.ts';
import { sampleOperation } from '../lockfile/sample-manifest.ts';
import { Lab } from './lab.ts';
import { file, packedToolkit } from './packed-toolkit.ts';

let lab: Lab;
beforeEach(() => {
  lab = new Lab();
});
afterEach(() => lab.remove());

const versions = (lock: { toolkits: Record<string, { version: string }> }) =>
  Object.entries(lock.toolkits).map(([name, { version }]) => `${name} ${version}`);
const grid = 'grid' as ToolkitName;
const gird = 'gird' as ToolkitName;
const lockText = () => readFileSync(lab.path('x.lock'), 'utf8');

describe('locking a loadout', () => {
  it('writes the highest fitting versions, their dependencies, and what identifies their bytes', async () => {
    await lab.release('core', '1.0.0');
    await lab.release('grid', '1.0.0');
    const packed = await lab.release('grid', '1.1.0', { toolkitDependencies: { core: '^1' } });
    await lab.release('grid', '2.0.0');
    lab.loadout('  grid: "^1"');
    const { outcome, lock, lockFile, changes } = await lab.lock();
    expect({ outcome, lockFile, changes }).toEqual({
      outcome: 'created',
      lockFile: lab.path('x.lock'),
      changes: ['new lock'],
    });
    expect(versions(lock)).toEqual(['core 1.0.0', 'grid 1.1.0']);
    expect(Object.keys(lock.operations)).toEqual(['grid__Width']);
    expect(lock.toolkits[grid]).toMatchObject({
      registry: 'local',
      treeDigest: treeDigest(packed.entries),
      dependencies: { core: '^1' },
    });
    expect(lab.events.map(({ kind }) => kind)).toEqual(['resolved', 'fetched', 'fetched']);
  });

  it('holds nothing of this machine', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^1"');
    await lab.lock();
    for (const own of [lab.dir, homedir(), hostname(), `${new Date().getFullYear()}-`])
      expect(lockText()).not.toContain(own);
  });

  it('again changes no byte, and does not touch the file', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^1"');
    await lab.lock();
    const before = statSync(lab.path('x.lock')).mtimeMs;
    expect(await lab.lock()).toMatchObject({ outcome: 'unchanged', changes: [] });
    expect(statSync(lab.path('x.lock')).mtimeMs).toBe(before);
  });

  it('keeps locked versions that still fit, until it is asked to update', async () => {
    for (const name of ['grid', 'fit']) await lab.release(name, '1.0.0');
    lab.loadout('  grid: "^1"\n  fit: "^1"');
    await lab.lock();
    for (const name of ['grid', 'fit']) await lab.release(name, '1.1.0');
    expect((await lab.lock()).outcome).toBe('unchanged');
    const one = await lab.lock({ update: [grid] });
    expect(one).toMatchObject({ outcome: 'updated', changes: ['grid 1.0.0 -> 1.1.0'] });
    expect(versions(one.lock)).toEqual(['fit 1.0.0', 'grid 1.1.0']);
    expect(versions((await lab.lock({ update: 'all' })).lock)).toEqual(['fit 1.1.0', 'grid 1.1.0']);
  });

  it('refuses to update a toolkit that is not locked, which would look as if nothing newer was there', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^1"');
    await lab.lock();
    await expect(lab.lock({ update: [gird] })).rejects.toMatchObject({
      code: 'UNKNOWN_TOOLKIT',
      hint: 'Did you mean grid?',
    });
  });

  it('warns of a loadout that exposes nothing', async () => {
    lab.loadout('  {}');
    expect((await lab.lock()).warnings.join()).toContain('no operation is exposed');
  });

  it('moves only what a changed request touches', async () => {
    for (const name of ['grid', 'fit']) for (const v of ['1.0.0', '1.1.0']) await lab.release(name, v);
    lab.loadout('  grid: "1.0.0"\n  fit: "1.0.0"');
    await lab.lock();
    lab.loadout('  grid: "^1.1"\n  fit: "^1"');
    const { lock, changes } = await lab.lock();
    expect(versions(lock)).toEqual(['fit 1.0.0', 'grid 1.1.0']);
    expect(changes).toEqual(['grid 1.0.0 -> 1.1.0']);
  });

  it('puts the instructions of loadout and toolkits together, and warns when clients would cut them', async () => {
    await lab.release('grid', '1.0.0', { instructions: 'g'.repeat(1500) });
    lab.write('x.yaml', `formatVersion: 1\ninstructions: ${'i'.repeat(600)}\ntoolkits: {grid: "1"}\n`);
    const { lock, warnings } = await lab.lock();
    expect(lock.instructions).toBe(`${'i'.repeat(600)}\n\n${'g'.repeat(1500)}`);
    expect(warnings).toEqual(['the instructions are 2102 bytes long; some clients show a model only 2048']);
  });
});

describe('a lock that is only checked', () => {
  it('is good when locking would change nothing', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^1"');
    await lab.lock();
    await lab.release('grid', '1.1.0');
    expect((await lab.lock({ check: true })).outcome).toBe('unchanged');
  });

  it('is stale when the loadout changed, and is left alone', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^1"');
    await lab.lock();
    const before = lockText();
    lab.loadout('  grid: {version: "^1", as: g}');
    await expect(lab.lock({ check: true })).rejects.toMatchObject({
      code: 'LOCK_STALE',
      exitStatus: 1,
      message: expect.stringContaining('operation g__Width added; operation grid__Width removed') as string,
    });
    expect(lockText()).toBe(before);
  });

  it('is stale when it is missing, and is not written', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^1"');
    await expect(lab.lock({ check: true })).rejects.toMatchObject({ code: 'LOCK_STALE' });
    expect(existsSync(lab.path('x.lock'))).toBe(false);
  });

  it('is refused when it was damaged', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^1"');
    await lab.lock();
    writeFileSync(lab.path('x.lock'), lockText().replace('1.0.0', '1.0.1'));
    await expect(lab.lock({ check: true })).rejects.toMatchObject({ code: 'LOCK_DAMAGED' });
  });
});

describe('a lock that cannot be read is built again', () => {
  it.each([
    ['with merge-conflict markers', (text: string) => `<<<<<<< HEAD\n${text}=======\n>>>>>>> other\n`],
    ['of another format', (text: string) => text.replace('"formatVersion": 1', '"formatVersion": 99')],
    ['with a changed byte', (text: string) => text.replace('Width', 'width')],
  ])('%s', async (_what, damage) => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^1"');
    await lab.lock();
    const sound = lockText();
    writeFileSync(lab.path('x.lock'), damage(sound));
    expect((await lab.lock()).outcome).toBe('created');
    expect(lockText()).toBe(sound);
    expect(lab.events.some(({ kind }) => kind === 'lock-ignored')).toBe(true);
  });
});

describe('locking refuses, and writes nothing', () => {
  const refused = async (code: string, message = ''): Promise<void> => {
    await expect(lab.lock()).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
    expect(existsSync(lab.path('x.lock'))).toBe(false);
  };

  it('a toolkit that no registry has, with what was probably meant', async () => {
    await lab.release('@lab/grid', '1.0.0');
    lab.loadout('  "@lab/gird": "^1"');
    await expect(lab.lock()).rejects.toMatchObject({
      code: 'UNKNOWN_TOOLKIT',
      hint: 'Did you mean @lab/grid?',
    });
    await refused('UNKNOWN_TOOLKIT', 'no registry has a toolkit @lab/gird (asked: local, lab)');
  });

  it('a range in which there is no version, with the versions there are', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^2"');
    await expect(lab.lock()).rejects.toMatchObject({ hint: 'There are 1.0.0; tags: latest.' });
    await refused('NO_VERSION', 'no version of grid fits ^2');
  });

  it('a tag that there is not, with what was probably meant', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "lates"');
    await expect(lab.lock()).rejects.toMatchObject({
      code: 'NO_VERSION',
      hint: 'Did you mean latest? There are 1.0.0; tags: latest.',
    });
  });

  it('ranges that contradict each other, with the derivation', async () => {
    for (const v of ['1.0.0', '2.0.0']) await lab.release('core', v);
    await lab.release('grid', '1.0.0', { toolkitDependencies: { core: '^1' } });
    lab.loadout('  grid: "^1"\n  core: "^2"');
    await refused('UNSATISFIABLE', '1. grid 1.0.0 needs core ^1');
  });

  it('an unknown bundle or operation', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: {version: "^1", bundles: [all]}');
    await refused('UNKNOWN_BUNDLE');
    lab.loadout('  grid: {version: "^1", operations: [width]}');
    await refused('UNKNOWN_OPERATION');
  });

  it('two exposed names that differ only in case', async () => {
    await lab.release('a', '1.0.0', { operations: [sampleOperation('Width')] });
    await lab.release('b', '1.0.0', { operations: [sampleOperation('WIDTH')] });
    lab.loadout('  a: {version: "1", as: ""}\n  b: {version: "1", as: ""}');
    await refused('NAME_COLLISION', 'WIDTH of b and Width of a');
  });

  it('an unquoted version, an unknown key, a name that is a path', async () => {
    for (const toolkits of ['  grid: {version: 1.10}', '  grid: {version: "1", x: 1}', '  "../..": "1"']) {
      lab.loadout(toolkits);
      await refused('BAD_LOADOUT');
    }
  });

  it('a file that is no loadout', async () => {
    await expect(lab.lock({ loadoutFile: lab.path('none.yaml') })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(lab.lock({ loadoutFile: lab.path('x.lock') })).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('a toolkit is taken from one registry', () => {
  it('the first that has the name, though another has a higher version', async () => {
    await lab.release('grid', '1.0.0');
    await lab.publish(packedToolkit('grid', '9.0.0'), lab.lab);
    lab.loadout('  grid: "*"');
    expect(versions((await lab.lock()).lock)).toEqual(['grid 1.0.0']);
  });

  it('the one that the loadout names', async () => {
    await lab.release('grid', '1.0.0');
    await lab.publish(packedToolkit('grid', '9.0.0'), lab.lab);
    lab.loadout('  grid: {version: "*", registry: lab}');
    const { lock } = await lab.lock();
    expect(lock.toolkits[grid]).toMatchObject({ version: '9.0.0', registry: 'lab' });
  });

  it('and one that cannot be reached is not passed over', async () => {
    await lab.release('grid', '1.0.0');
    const gone = openDirectoryRegistry({ name: 'gone', directory: lab.path('gone'), mustExist: true });
    lab.registries = [gone, lab.local];
    lab.loadout('  grid: "*"');
    await expect(lab.lock()).rejects.toMatchObject({ code: 'REGISTRY_UNAVAILABLE', exitStatus: 3 });
  });
});

describe('a tarball that is not what the registry says is refused', () => {
  const giving = (tarball: Uint8Array): Registry => ({
    ...lab.local,
    tarball: () => Promise.resolve(tarball),
  });
  const lockWith = async (tarball: Uint8Array) => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "*"');
    lab.registries = [giving(tarball)];
    return lab.lock();
  };

  it('another toolkit, or another version', async () => {
    await expect(lockWith(packedToolkit('evil', '1.0.0').tarball)).rejects.toMatchObject({
      code: 'BAD_REGISTRY',
    });
    await expect(lockWith(packedToolkit('grid', '0.1.0').tarball)).rejects.toMatchObject({
      code: 'BAD_REGISTRY',
    });
  });
  it('one that needs other toolkits', async () => {
    const other = packedToolkit('grid', '1.0.0', { toolkitDependencies: { evil: '*' } });
    await expect(lockWith(other.tarball)).rejects.toMatchObject({ code: 'BAD_REGISTRY' });
  });
  it('no archive', async () => {
    await expect(lockWith(Buffer.from('<html>'))).rejects.toMatchObject({ code: 'BAD_ARCHIVE' });
  });
  it('a manifest that is none, or does not fit its files', async () => {
    const skill = {
      name: 'fit',
      description: 'd',
      path: 'skills/fit',
      digest: treeDigest([file('SKILL.md', 'one')]),
    };
    await expect(
      lockWith(
        packedToolkit('grid', '1.0.0', { skills: [skill] }, [file('skills/fit/SKILL.md', 'two')]).tarball,
      ),
    ).rejects.toMatchObject({
      code: 'BAD_MANIFEST',
      message: expect.stringContaining('skill fit') as string,
    });
    await expect(
      lockWith(packedToolkit('grid', '1.0.0', { host: { kind: 'node', entry: 'none.mjs' } }).tarball),
    ).rejects.toMatchObject({ code: 'BAD_MANIFEST', message: expect.stringContaining('none.mjs') as string });
  });
});

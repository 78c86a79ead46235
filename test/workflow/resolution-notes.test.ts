import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolkitName, Version } from '../../src/kernel/index.ts';
import type { Packument, Registry } from '../../src/registry/index.ts';
import { withinScopes } from '../../src/registry/index.ts';
import { Lab } from './lab.ts';
import { packedToolkit } from './packed-toolkit.ts';

let lab: Lab;
beforeEach(() => {
  lab = new Lab();
});
afterEach(() => lab.remove());

const versions = (lock: { toolkits: Record<string, { version: string }> }) =>
  Object.entries(lock.toolkits).map(([name, { version }]) => `${name} ${version}`);

/** The lab's registry, with some of what it says of versions replaced. */
const saying = (
  said: Record<string, Record<string, { deprecated?: string; publishedAt?: string } | null>>,
): Registry => ({
  ...lab.local,
  packument: async (name) => {
    const packument = await lab.local.packument(name);
    return packument && { ...packument, versions: changed(packument, said[name] ?? {}), distTags: {} };
  },
});

const changed = (
  { versions: all }: Packument,
  said: Record<string, { deprecated?: string; publishedAt?: string } | null>,
): Packument['versions'] =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([version]) => said[version] !== null)
      .map(([version, release]) => [version, { ...release, ...said[version] }]),
  );

const grid = 'grid' as ToolkitName;
const day = 24 * 3_600_000;
const nowMs = Date.parse('2026-06-15T12:00:00Z');
const daysAgo = (days: number) => new Date(nowMs - days * day).toISOString();

describe('locking says', () => {
  it('which version is forced by an override, against which toolkit', async () => {
    for (const v of ['1.0.0', '2.0.0']) await lab.release('core', v);
    await lab.release('grid', '1.0.0', { toolkitDependencies: { core: '^1' } });
    lab.write('x.yaml', 'formatVersion: 1\ntoolkits: {grid: "1"}\noverrides: {core: "^2", cor: "1"}\n');
    const { lock, warnings } = await lab.lock();
    expect(versions(lock)).toEqual(['core 2.0.0', 'grid 1.0.0']);
    expect(warnings).toEqual([
      'the override of cor has no effect: no chosen toolkit needs it; did you mean core?',
      'core 2.0.0 is forced by the override ^2: grid 1.0.0 asks for ^1',
    ]);
  });

  it('that a chosen version is deprecated, and takes it only where no other fits', async () => {
    for (const v of ['1.0.0', '1.1.0']) await lab.release('grid', v);
    lab.registries = [saying({ grid: { '1.1.0': { deprecated: 'wrong sign' } } })];
    lab.loadout('  grid: "^1"');
    expect(await lab.lock()).toMatchObject({
      lock: { toolkits: { grid: { version: '1.0.0' } } },
      warnings: [],
    });
    lab.loadout('  grid: "^1.1"');
    expect((await lab.lock()).warnings).toEqual(['grid 1.1.0 is deprecated: wrong sign']);
  });

  it('that a locked version was unpublished, when it moves and when nothing else fits', async () => {
    for (const v of ['1.0.0', '1.1.0']) await lab.release('grid', v);
    lab.loadout('  grid: "^1"');
    await lab.lock();
    lab.registries = [saying({ grid: { '1.1.0': null } })];
    await expect(lab.lock({ check: true })).rejects.toMatchObject({
      code: 'NO_VERSION',
      message: 'grid 1.1.0, which is locked, is not in the registry local any more',
    });
    expect(await lab.lock({ update: [grid] })).toMatchObject({
      changes: ['grid 1.1.0 -> 1.0.0'],
      warnings: ['grid 1.1.0, which was locked, is not in the registry local any more'],
    });
    lab.loadout('  grid: "1.0.0"');
    await lab.lock();
    lab.registries = [saying({ grid: { '1.0.0': null } })];
    await expect(lab.lock()).rejects.toMatchObject({
      code: 'NO_VERSION',
      hint: 'There are 1.1.0. No longer published, though locked: grid 1.0.0. The lock still installs where its bytes are kept.',
    });
  });
});

describe('with a least age of releases', () => {
  const times = {
    '1.0.0': { publishedAt: daysAgo(400) },
    '1.1.0': { publishedAt: daysAgo(7) },
    '1.2.0': { publishedAt: daysAgo(2) },
  };
  const age = (days: number) => ({ minAgeMs: days * day, nowMs });
  beforeEach(async () => {
    for (const v of Object.keys(times)) await lab.release('grid', v);
    lab.registries = [saying({ grid: times })];
    lab.loadout('  grid: "^1"');
  });

  it('younger versions are passed over, which is said; one exactly as old is taken', async () => {
    const { lock, warnings } = await lab.lock({}, { age: age(7) });
    expect(versions(lock)).toEqual(['grid 1.1.0']);
    expect(warnings).toEqual([
      'grid 1.2.0 was passed over, which is too new: published 2026-06-13 12:00 UTC, less than resolve.minAge ago',
    ]);
    expect(versions((await lab.lock({ update: 'all' }, { age: age(8) })).lock)).toEqual(['grid 1.1.0']);
    expect(versions((await lab.lock({ update: 'all' })).lock)).toEqual(['grid 1.2.0']);
  });

  it('a version that is locked stays, so that a check does not depend on the day', async () => {
    await lab.lock();
    expect(await lab.lock({ check: true }, { age: age(30) })).toMatchObject({ outcome: 'unchanged' });
  });

  it('a range in which all are too new is refused, saying so', async () => {
    lab.loadout('  grid: "^1.1"');
    await expect(lab.lock({}, { age: age(30) })).rejects.toMatchObject({
      code: 'NO_VERSION',
      message: expect.stringContaining('but one which is too new: published 2026-06-13 12:00 UTC') as string,
    });
  });

  it('a version whose time is kept back is not taken, and a registry without any times is said', async () => {
    lab.registries = [saying({ grid: { ...times, '1.2.0': {} } })];
    expect(versions((await lab.lock({}, { age: age(1) })).lock)).toEqual(['grid 1.1.0']);
    lab.registries = [lab.local];
    const { lock, warnings } = await lab.lock({ update: 'all' }, { age: age(30) });
    expect(versions(lock)).toEqual(['grid 1.2.0']);
    expect(warnings).toEqual([
      'the registry local does not say when grid was published: resolve.minAge does not apply',
    ]);
  });
});

it('a scope sends a dependency to the one registry it belongs to, whatever the others publish', async () => {
  await lab.release('grid', '1.0.0', { toolkitDependencies: { '@lab/core': '^1' } });
  await lab.publish(packedToolkit('@lab/core', '1.9.0'), lab.local);
  await lab.publish(packedToolkit('@lab/core', '1.0.0'), lab.lab);
  lab.loadout('  grid: "1"');
  lab.registries = withinScopes([lab.local, lab.lab], new Map([['@lab', 'lab']]), new Set());
  const { lock } = await lab.lock();
  expect(lock.toolkits['@lab/core' as ToolkitName]).toMatchObject({
    version: '1.0.0' as Version,
    registry: 'lab',
  });
});

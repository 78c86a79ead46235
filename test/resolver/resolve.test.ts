import { describe, expect, it } from 'vitest';
import type { ToolkitName, Version } from '../../src/kernel/index.ts';
import { resolve } from '../../src/resolver/index.ts';
import { solved, versionsIn, type World } from './world.ts';

const none = {};

describe('the resolver chooses', () => {
  it('the highest version in the range, by number and not by letter', async () => {
    const world: World = { grid: { '1.2.0': none, '1.10.0': none, '1.9.0': none, '2.0.0': none } };
    expect(await solved(world, { grid: '^1' })).toEqual(['grid 1.10.0']);
    expect(await solved(world, { grid: '1.2.x || >=1.9.0 <1.10.0' })).toEqual(['grid 1.9.0']);
    expect(await solved(world, { grid: '*' })).toEqual(['grid 2.0.0']);
  });

  it('pre-releases only where the range names one of the same release, as npm does', async () => {
    const world: World = {
      grid: { '1.0.0': none, '1.1.0-rc.1': none, '1.1.0-rc.2': none, '1.2.0-beta': none },
    };
    expect(await solved(world, { grid: '^1.0.0' })).toEqual(['grid 1.0.0']);
    expect(await solved(world, { grid: '^1.1.0-rc.1' })).toEqual(['grid 1.1.0-rc.2']);
    expect(await solved(world, { grid: '1.2.0-beta' })).toEqual(['grid 1.2.0-beta']);
    expect(await solved(world, { grid: '>1.0.0' })).toMatchObject({ kind: 'no-version' });
  });

  it('what a dist-tag is of', async () => {
    const world: World = { grid: { '1.0.0': none, '2.0.0-next.1': none } };
    const tags = { grid: { latest: '1.0.0', next: '2.0.0-next.1' } };
    expect(await solved(world, { grid: 'next' }, { tags })).toEqual(['grid 2.0.0-next.1']);
    expect(
      await solved(
        { grid: { '2.0.0-next.1': none } },
        { grid: '*' },
        { tags: { grid: { latest: '2.0.0-next.1' } } },
      ),
    ).toEqual(['grid 2.0.0-next.1']);
  });

  it('dependencies of dependencies, one version a name, cycles included', async () => {
    const world: World = {
      a: { '1.0.0': { b: '^1' }, '1.1.0': { b: '^1' } },
      b: { '1.0.0': { c: '*' }, '1.5.0': { c: '<2' } },
      c: { '1.0.0': { a: '>=1.1' }, '2.0.0': none },
    };
    expect(await solved(world, { a: '1' })).toEqual(['a 1.1.0', 'b 1.5.0', 'c 1.0.0']);
  });

  it('a toolkit that needs itself, when it fits itself', async () => {
    expect(await solved({ a: { '1.0.0': { a: '^1' }, '2.0.0': { a: '^1' } } }, { a: '*' })).toEqual([
      'a 1.0.0',
    ]);
  });

  it('a lower version where the highest leads nowhere', async () => {
    const world: World = {
      app: { '2.0.0': { core: '^2', plot: '^1' }, '1.0.0': { core: '^1', plot: '^1' } },
      plot: { '1.0.0': { core: '^1' } },
      core: { '1.0.0': none, '2.0.0': none },
    };
    expect(await solved(world, { app: '*' })).toEqual(['app 1.0.0', 'core 1.0.0', 'plot 1.0.0']);
  });

  it('a version that is not deprecated, unless only such fit', async () => {
    const versionsOf = () =>
      Promise.resolve({
        distTags: {},
        versions: {
          ['1.0.0' as Version]: { toolkitDependencies: {} },
          ['1.1.0' as Version]: { toolkitDependencies: {}, deprecated: 'wrong sign' },
        },
      });
    const choose = async (range: string) => {
      const found = await resolve({ requests: [{ name: 'a' as ToolkitName, range }], versionsOf });
      return found.kind === 'resolved' ? [...found.versions.values()] : found;
    };
    expect(await choose('^1')).toEqual(['1.0.0']);
    expect(await choose('^1.1')).toEqual(['1.1.0']);
  });

  it('the preferred version where it fits, so that locking again moves nothing', async () => {
    const world: World = {
      a: { '1.0.0': { b: '*' }, '1.1.0': { b: '*' } },
      b: { '1.0.0': none, '2.0.0': none },
    };
    const preferred = { a: '1.0.0', b: '1.0.0' };
    expect(await solved(world, { a: '^1' }, { preferred })).toEqual(['a 1.0.0', 'b 1.0.0']);
    expect(await solved(world, { a: '^1.1' }, { preferred })).toEqual(['a 1.1.0', 'b 1.0.0']);
    expect(await solved(world, { a: '^1' }, { preferred: { a: '9.9.9' } })).toEqual(['a 1.1.0', 'b 2.0.0']);
  });

  it('nothing for no requests', async () => expect(await solved({}, {})).toEqual([]));

  it('after asking for no toolkit that does not matter, and for each but once', async () => {
    const world: World = {
      a: { '1.0.0': { old: '*' }, '2.0.0': { b: '*' } },
      b: { '1.0.0': { a: '*' } },
      old: { '1.0.0': none },
    };
    const asked: string[] = [];
    await resolve({
      requests: [{ name: 'a' as ToolkitName, range: '*' }],
      versionsOf: (name) => {
        asked.push(name);
        return versionsIn(world)(name);
      },
    });
    expect(asked).toEqual(['a', 'b']);
  });
});

describe('when nothing fits, the resolver says', () => {
  it('that no registry has a requested toolkit', async () => {
    expect(await solved({}, { grid: '^1' })).toEqual({ kind: 'unknown-toolkit', name: 'grid' });
  });

  it('which versions there are when the range fits none', async () => {
    const world: World = { grid: { '1.2.0': none, '1.10.0': none } };
    for (const range of ['^2', 'newest', 'not a range'])
      expect(await solved(world, { grid: range }, { tags: { grid: { latest: '1.10.0' } } })).toEqual({
        kind: 'no-version',
        name: 'grid',
        range,
        known: ['1.10.0', '1.2.0'],
        tags: ['latest'],
      });
  });

  const derivation = async (world: World, ranges: Record<string, string>) => {
    const found = await solved(world, ranges);
    return 'derivation' in found ? found.derivation : found;
  };

  it('which two facts contradict each other', async () => {
    const world: World = { grid: { '2.0.0': { core: '^1' } }, core: { '1.0.0': none, '2.0.0': none } };
    expect(await derivation(world, { grid: '^2', core: '^2' })).toEqual([
      '1. grid 2.0.0 needs core ^1, and the loadout asks for grid ^2: core 1.0.0 is needed.',
      '2. core 1.0.0 is needed (1), and the loadout asks for core ^2: nothing fits.',
    ]);
  });

  it('that a dependency cannot be had', async () => {
    expect(await derivation({ grid: { '1.0.0': { core: '^1' } } }, { grid: '*' })).toEqual([
      '1. grid 1.0.0 needs core ^1, which no registry has, and the loadout asks for grid *: nothing fits.',
    ]);
    expect(
      await derivation({ grid: { '1.0.0': { core: '^3' } }, core: { '1.0.0': none } }, { grid: '*' }),
    ).toEqual([
      '1. grid 1.0.0 needs core ^3, of which there is no such version, and the loadout asks for grid *: nothing fits.',
    ]);
  });

  it('a chain of reasons, each step from two earlier ones', async () => {
    const world: World = {
      app: { '1.0.0': { left: '*', right: '*' }, '1.1.0': { left: '*', right: '*' } },
      left: { '1.0.0': { shared: '^1' }, '1.1.0': { shared: '^1' } },
      right: { '1.0.0': { shared: '^2' } },
      shared: { '1.0.0': none, '2.0.0': none },
    };
    expect(await derivation(world, { app: '^1' })).toEqual([
      '1. right 1.0.0 needs shared ^2, and every left needs shared ^1: right 1.0.0 and every left cannot be used together.',
      '2. right 1.0.0 and every left cannot be used together (1), and every app needs right *: every left and every app cannot be used together.',
      '3. every left and every app cannot be used together (2), and every app needs left *: every app cannot be used.',
      '4. every app cannot be used (3), and the loadout asks for app ^1: nothing fits.',
    ]);
  });
});

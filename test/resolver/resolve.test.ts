import { describe, expect, it } from 'vitest';
import type { ToolkitName } from '../../src/kernel/index.ts';
import { Candidates } from '../../src/resolver/candidates.ts';
import { explainConflict } from '../../src/resolver/explain-conflict.ts';
import type { Incompatibility } from '../../src/resolver/incompatibility.ts';
import { resolve, type Resolution, type ToolkitVersions } from '../../src/resolver/index.ts';
import { solved, versionsIn, type World } from './world.ts';

const none = {};

/** Versions without dependencies, with what is said of them. */
const listed = (versions: Record<string, { deprecated?: string; refused?: string }>): ToolkitVersions => ({
  distTags: {},
  versions: Object.fromEntries(
    Object.entries(versions).map(([version, said]) => [version, { toolkitDependencies: {}, ...said }]),
  ),
});

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
    const versionsOf = () => Promise.resolve(listed({ '1.0.0': {}, '1.1.0': { deprecated: 'wrong sign' } }));
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

  it('a newcomer that leaves what is locked where it is, whatever its name', async () => {
    const world: World = {
      a: { '1.0.0': { core: '^1' }, '2.0.0': { core: '^2' } },
      m: { '1.0.0': { core: '^1' }, '1.1.0': { core: '^2' } },
      core: { '1.0.0': none, '2.0.0': none },
    };
    const preferred = { m: '1.0.0', core: '1.0.0' };
    expect(await solved(world, { a: '*', m: '^1' }, { preferred })).toEqual([
      'a 1.0.0',
      'core 1.0.0',
      'm 1.0.0',
    ]);
    expect(await solved(world, { a: '^2', m: '^1' }, { preferred })).toEqual([
      'a 2.0.0',
      'core 2.0.0',
      'm 1.1.0',
    ]);
  });

  it('the lowest versions that fit when asked so, and still none that is deprecated', async () => {
    const world: World = {
      a: { '1.0.0': { b: '>=1.1' }, '1.1.0': { b: '*' } },
      b: { '1.0.0': none, '1.1.0': none, '1.2.0': none },
    };
    expect(await solved(world, { a: '^1' }, { prefer: 'lowest' })).toEqual(['a 1.0.0', 'b 1.1.0']);
    const found = await resolve({
      requests: [{ name: 'a' as ToolkitName, range: '^1' }],
      rules: { prefer: 'lowest' },
      versionsOf: () =>
        Promise.resolve(listed({ '1.0.0': { deprecated: 'wrong' }, '1.1.0': {}, '1.2.0': {} })),
    });
    expect(found).toMatchObject({ versions: new Map([['a', '1.1.0']]) });
  });

  it('an overridden range in place of all that toolkits ask for, but not of what the loadout asks for', async () => {
    const world: World = {
      a: { '1.0.0': { core: '^1' } },
      b: { '1.0.0': { core: '1.0.0' } },
      core: { '1.0.0': none, '1.1.0': none, '2.0.0': none, '2.1.0': none },
    };
    expect(await solved(world, { a: '*', b: '*' })).toEqual(['a 1.0.0', 'b 1.0.0', 'core 1.0.0']);
    expect(await solved(world, { a: '*', b: '*' }, { overrides: { core: '2.0.x' } })).toEqual([
      'a 1.0.0',
      'b 1.0.0',
      'core 2.0.0',
    ]);
    expect(await solved(world, { a: '*', core: '<2.1' }, { overrides: { core: '^2' } })).toContain(
      'core 2.0.0',
    );
    expect(await solved(world, { a: '*' }, { overrides: { core: '^3' } })).toEqual({
      kind: 'unsatisfiable',
      derivation: [
        '1. a 1.0.0 needs core, by an override of the loadout in ^3, of which there is no such version, and the loadout asks for a *: nothing fits.',
      ],
    });
    // An override brings in nothing that is not needed.
    expect(await solved(world, { core: '1.0.0' }, { overrides: { b: '*' } })).toEqual(['core 1.0.0']);
  });

  it('no version that is refused, and says why when there is no other', async () => {
    const choose = (range: string) =>
      resolve({
        requests: [{ name: 'a' as ToolkitName, range }],
        versionsOf: () => Promise.resolve(listed({ '1.0.0': {}, '1.1.0': { refused: 'too new' } })),
      });
    expect(await choose('^1')).toMatchObject({ versions: new Map([['a', '1.0.0']]) });
    expect(await choose('^1.1')).toMatchObject({ kind: 'no-version', refused: 'too new' });
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
      '1. every left needs shared ^1, and right 1.0.0 needs shared ^2: every left and right 1.0.0 cannot be used together.',
      '2. every left and right 1.0.0 cannot be used together (1), and every app needs right *: every left and every app cannot be used together.',
      '3. every left and every app cannot be used together (2), and every app needs left *: every app cannot be used.',
      '4. every app cannot be used (3), and the loadout asks for app ^1: nothing fits.',
    ]);
  });
});

describe('a problem made to keep the resolver busy', () => {
  /** Pigeons and one hole too few: every proof that they do not fit is exponentially long (Haken 1985). */
  const pigeons = (count: number): World => {
    const at = [...Array(count).keys()];
    const world: World = {};
    for (const pigeon of at)
      world[`pigeon-${pigeon}`] = Object.fromEntries(
        at.slice(1).map((hole) => [`1.${hole}.0`, { [`hole-${hole}`]: `${pigeon}.0.0` }]),
      );
    for (const hole of at.slice(1))
      world[`hole-${hole}`] = Object.fromEntries(at.map((pigeon) => [`${pigeon}.0.0`, none]));
    return world;
  };
  const settle = (count: number, stepsMax?: number) =>
    resolve({
      requests: [...Array(count).keys()].map((at) => ({ name: `pigeon-${at}` as ToolkitName, range: '*' })),
      versionsOf: versionsIn(pigeons(count)),
      ...(stepsMax === undefined ? {} : { stepsMax }),
    });

  it('is given up after a fixed number of steps, the same at every run', async () => {
    expect(await settle(30, 100_000)).toEqual({ kind: 'gave-up', limit: 'steps' });
    expect(await settle(4, 100_000)).toMatchObject({ kind: 'unsatisfiable' });
  });

  it('is told by the last steps of its proof, each of a length that can be read', async () => {
    const resolution = await settle(7);
    const { derivation } = resolution as Extract<Resolution, { kind: 'unsatisfiable' }>;
    expect(derivation).toHaveLength(31);
    expect(derivation[0]).toMatch(/^\(the last 30 of \d{3} steps\)$/);
    expect(derivation.at(-1)).toMatch(/^\d{3}\. .*: nothing fits\.$/);
    expect(Math.max(...derivation.map((line) => line.length))).toBeLessThan(1500);
  });

  it('is told though its proof is deeper than calls can be', () => {
    const rules = { kept: new Map(), overrides: new Map(), prefer: 'highest' } as const;
    const toolkit = new Candidates('a' as ToolkitName, listed({ '1.0.0': {} }), rules);
    const fact: Incompatibility = {
      terms: new Map(),
      list: [],
      cause: { kind: 'requested', toolkit, range: '^1' },
    };
    let conclusion = fact;
    for (let step = 0; step < 50_000; step += 1)
      conclusion = { terms: new Map(), list: [], cause: { kind: 'derived', from: [fact, conclusion] } };
    const lines = explainConflict(conclusion);
    expect(lines[0]).toBe('(the last 30 of 50000 steps)');
    expect(lines.at(-1)).toBe('50000. the loadout asks for a ^1, and nothing fits (49999): nothing fits.');
  });

  it('is given up when it needs toolkits without end', async () => {
    const resolution = await resolve({
      requests: [{ name: 'link-0' as ToolkitName, range: '*' }],
      versionsOf: (name) => {
        const next = `link-${Number(name.slice('link-'.length)) + 1}`;
        return versionsIn({ [name]: { '1.0.0': { [next]: '*' } } })(name);
      },
    });
    expect(resolution).toEqual({ kind: 'gave-up', limit: 'toolkits' });
  });
});

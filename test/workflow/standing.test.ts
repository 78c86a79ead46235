import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderChoice } from '../../src/cli/render/choice.ts';
import type { ToolkitName } from '../../src/kernel/index.ts';
import type { Registry } from '../../src/registry/index.ts';
import { explainChoice, outdated } from '../../src/workflow/io/index.ts';
import { Lab } from './lab.ts';

let lab: Lab;
beforeEach(async () => {
  lab = new Lab();
  await lab.release('grid', '1.0.0');
  await lab.release('fit', '1.0.0', { toolkitDependencies: { grid: '^1' } });
});
afterEach(() => lab.remove());

const grid = 'grid' as ToolkitName;
const around = () => ({ registries: lab.registries });
const loadoutFile = () => lab.path('x.yaml');

/** A registry of a name, that has what the user's own has without grid. */
const without = (name: string): Registry => ({
  ...lab.local,
  name,
  packument: (toolkit) => (toolkit === grid ? Promise.resolve(undefined) : lab.local.packument(toolkit)),
});

describe('a locked toolkit that no registry of this machine has', () => {
  const everyWay = () => [
    () => lab.lock(),
    () => lab.lock({ check: true }),
    () => lab.lock({ update: 'all' }),
    () => lab.lock({ update: [grid] }),
  ];

  it.each([
    ['was the own registry of some machine', 'local', ['local'], 'which is another one on every machine'],
    ['is of this machine and lacks it', 'lab', ['lab'], 'which does not have it any more'],
    ['is not of this machine', 'lab', ['other'], 'which this machine does not have'],
  ])('is told with the registry it was locked from, which %s', async (_what, lockedIn, here, said) => {
    lab.loadout('  grid: "^1"');
    lab.registries = [{ ...lab.local, name: lockedIn }];
    await lab.lock();
    lab.registries = here.map(without);
    for (const refused of everyWay())
      await expect(refused()).rejects.toMatchObject({
        code: 'UNKNOWN_TOOLKIT',
        hint: expect.stringContaining(said) as string,
      });
    const explanation = await explainChoice('grid', loadoutFile(), around());
    expect(renderChoice(explanation)).toContain(said);
    expect(renderChoice(explanation)).not.toContain('published versions:');
    const { outdated: rows } = await outdated(loadoutFile(), around());
    expect(rows).toMatchObject([
      { name: 'grid', current: '1.0.0', notFound: expect.stringContaining(said) as string },
    ]);
    expect(rows[0]?.unpublished).toBe(here.includes(lockedIn) ? true : undefined);
  });

  it('is told where another toolkit needs it', async () => {
    lab.loadout('  fit: "^1"');
    await lab.lock();
    lab.registries = [without('local')];
    await expect(lab.lock()).rejects.toMatchObject({
      code: 'UNSATISFIABLE',
      hint: expect.stringContaining('grid 1.0.0: It was locked from the registry `local`') as string,
    });
    expect((await outdated(loadoutFile(), around())).outdated).toMatchObject([
      { name: 'grid', unpublished: true, askedBy: ['fit'] },
    ]);
  });
});

describe('a locked version that was taken back', () => {
  it('is listed as unpublished though no other one fits, beside what else is outdated', async () => {
    await lab.release('grid', '2.0.0');
    lab.loadout('  grid: "1.0.0"\n  fit: "^1"');
    await lab.lock();
    await lab.release('fit', '1.1.0');
    lab.registries = [
      {
        ...lab.local,
        packument: async (name) => {
          const known = await lab.local.packument(name);
          if (known === undefined || name !== grid) return known;
          const kept = Object.entries(known.versions).filter(([version]) => version !== '1.0.0');
          return { ...known, versions: Object.fromEntries(kept) };
        },
      },
    ];
    expect((await outdated(loadoutFile(), around())).outdated).toEqual([
      { name: 'fit', current: '1.0.0', wanted: '1.1.0', latest: '1.1.0', askedBy: ['loadout'] },
      { name: 'grid', current: '1.0.0', latest: '2.0.0', unpublished: true, askedBy: ['loadout', 'fit'] },
    ]);
    await expect(lab.lock({ check: true })).rejects.toMatchObject({ code: 'NO_VERSION' });
  });
});

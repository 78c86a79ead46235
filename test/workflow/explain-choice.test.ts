import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderChoice } from '../../src/cli/render/choice.ts';
import type { ToolkitName } from '../../src/kernel/index.ts';
import { explainChoice } from '../../src/workflow/io/index.ts';
import { Lab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = new Lab();
});
afterEach(() => lab.remove());

const day = 24 * 3_600_000;
const explain = (target: string, age?: { minAgeMs: number; nowMs: number }) =>
  explainChoice(target, lab.path('x.yaml'), { registries: lab.registries, age });
const needs = (toolkitDependencies: Record<string, string>) => ({ toolkitDependencies });

describe('an explanation', () => {
  it('says who asks for a toolkit, from the loadout on, and why no other version was taken', async () => {
    for (const v of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0-rc.1', '2.0.0']) await lab.release('core', v);
    await lab.release('core', '1.5.0', needs({ units: '^2' }));
    await lab.release('units', '1.0.0');
    await lab.release('units', '2.0.0');
    await lab.release('mesh', '1.0.0', needs({ core: '>=1.1' }));
    await lab.release('grid', '3.1.0', needs({ mesh: '*', core: '^1' }));
    lab.loadout('  grid: {version: "^3", operations: [Width]}\n  units: "^1"');
    await lab.lock();
    await lab.release('core', '1.3.1');
    const versions = { '1.2.0': 'wrong sign', '1.1.0': 'slow' } as Record<string, string>;
    lab.registries = [
      {
        ...lab.local,
        packument: async (name) => {
          const known = await lab.local.packument(name);
          if (known === undefined || name !== 'core') return known;
          const said = Object.entries(known.versions).map(([version, release]) => {
            const deprecated = versions[version];
            return [version, deprecated === undefined ? release : { ...release, deprecated }];
          });
          return { ...known, versions: Object.fromEntries(said) as typeof known.versions };
        },
      },
    ];
    const explanation = await explain('core');
    expect(explanation).toMatchObject({
      toolkit: 'core',
      version: '1.3.0',
      exposed: [],
      chain: [
        { asksFor: 'grid', range: '^3' },
        { asksFor: 'core', toolkit: 'grid', version: '3.1.0', range: '^1' },
      ],
    });
    expect(renderChoice(explanation)).toBe(`core 1.3.0, from the registry local

The loadout exposes none of its operations. It is here because:
  the loadout asks for grid ^3
  grid 3.1.0 asks for core ^1
All who ask for core:
  grid 3.1.0 asks for ^1
  mesh 1.0.0 asks for >=1.1

published versions:
  2.0.0       grid 3.1.0 asks for ^1
  1.5.0       does not fit with the rest:
    1. core 1.5.0 needs units ^2, and the loadout asks for units ^1: core 1.5.0
      cannot be used.
    2. core 1.5.0 cannot be used (1), and core 1.5.0 is tried: nothing fits.
  1.4.0-rc.1  a pre-release, which no range names
  1.3.1       fits; the locked one stays until \`toolbase update\`
  1.3.0       locked
  1.2.0       deprecated: wrong sign
  1.1.0       deprecated: slow
  1.0.0       mesh 1.0.0 asks for >=1.1
`);
  });

  it('takes the name of an operation, and says what the loadout exposes and overrides', async () => {
    for (const v of ['1.0.0', '2.0.0']) await lab.release('core', v);
    await lab.release('grid', '1.0.0', needs({ core: '^1' }));
    lab.write(
      'x.yaml',
      'formatVersion: 1\ntoolkits: {grid: "1", core: {version: "*", as: c}}\noverrides: {core: "^2"}\n',
    );
    await lab.lock();
    expect(renderChoice(await explain('c__Width'))).toBe(`core 2.0.0, from the registry local

c__Width is an operation of core.
The loadout exposes every operation. It is here because:
  the loadout asks for *
  grid 1.0.0 asks for ^1, which the loadout overrides by ^2

published versions:
  2.0.0  locked
  1.0.0  grid 1.0.0 asks for ^1, which the loadout overrides by ^2
`);
  });

  it('says which versions are too new, and that a toolkit is not needed any more', async () => {
    for (const v of ['1.0.0', '1.1.0']) await lab.release('grid', v);
    lab.loadout('  grid: "1.0.0"');
    await lab.lock();
    lab.loadout('  grid: "^1"');
    const nowMs = Date.parse('2026-06-15T00:00:00Z');
    const dated = (name: ToolkitName) =>
      lab.local.packument(name).then(
        (known) =>
          known && {
            ...known,
            versions: Object.fromEntries(
              Object.entries(known.versions).map(([version, release]) => [
                version,
                { ...release, publishedAt: '2026-06-14T00:00:00.000Z' },
              ]),
            ) as typeof known.versions,
          },
      );
    lab.registries = [{ ...lab.local, packument: dated }];
    const { versions } = await explain('grid', { minAgeMs: 3 * day, nowMs });
    expect(versions[0]).toEqual({
      version: '1.1.0',
      verdict: {
        kind: 'refused',
        reason: 'too new: published 2026-06-14 00:00 UTC, less than resolve.minAge ago',
      },
    });
    lab.loadout('  {}');
    expect(renderChoice(await explain('grid'))).toContain('Nobody asks for it any more');
  });

  it('refuses what is neither an operation nor a toolkit of the lock, with what was probably meant', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "1"');
    await lab.lock();
    await expect(explain('grid__Widht')).rejects.toMatchObject({
      code: 'UNKNOWN_OPERATION',
      hint: 'Did you mean grid__Width?',
    });
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parentsFrom } from '../src/harvest/charmonium.ts';
import { HarvestInput, type HarvestOutput } from '../src/harvest/input.ts';
import { weightOf } from '../src/harvest/weight.ts';
import { harvestForwardFlux } from '../src/harvest-forward-flux.ts';
import { readTable } from '../src/io/table-file.ts';
import { numbers } from '../src/tables/index.ts';
import { workspaceContext } from './call.ts';
import { eventLine, type Particle, referenceHarvest } from './reference-harvest.ts';

/** Harvests events given as lists of particles. */
async function harvest(
  events: readonly (readonly Particle[])[],
  options: object,
): Promise<HarvestOutput & { weights: number[]; momenta: number[] }> {
  const context = await workspaceContext();
  await writeFile(context.readPath('events.jsonl'), events.map(eventLine).join(''));
  const input = HarvestInput.parse({ pythia_events_path: 'events.jsonl', theta_max_rad: 0.05, ...options });
  const output = await harvestForwardFlux.run(input, context);
  const { table } = await readTable(context.readPath(output.output_path), output.output_path);
  const written: unknown = JSON.parse(await readFile(context.readPath('harvest_manifest.json'), 'utf8'));
  expect(written).toEqual(output.manifest);
  const weights = Array.from(numbers(table, 'weight_per_collision'));
  return { ...output, weights, momenta: Array.from(numbers(table, 'pz')) };
}

test('the reference harvest selects what is in the cone and forward', async () => {
  const { inputs, expected } = referenceHarvest;
  const { manifest } = await harvest(
    inputs.records.map((record) => [record]),
    referenceHarvest.options,
  );
  expect(manifest.weight).toBe(expected.weight_with_sigma);
  const [kaons, psi] = manifest.parents;
  expect([kaons!.n_rows, psi!.n_rows]).toEqual([expected.n_selected['321'], expected.n_selected['443']]);
  expect(kaons!.mean_multiplicity).toBe(expected.mean_multiplicity['321']);
});

const particle = fc.record({
  pdg: fc.constantFrom(321, -321, 333, 211),
  px: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  py: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  pz: fc.double({ min: -100, max: 100, noNaN: true }).filter((pz) => Math.abs(pz) > 1),
});

test('both-folded counts what forward counts on average of both sides, two-detectors twice that', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(particle), { minLength: 1, maxLength: 20 }), async (events) => {
      const mirrored = events.map((list) => list.map(({ pz, ...rest }) => ({ ...rest, pz: -pz })));
      const sum = async (list: typeof events, hemispheres: string): Promise<number> =>
        (await harvest(list, { hemispheres, parents: ['K', 'phi'] })).weights.reduce((all, w) => all + w, 0);
      const forward = (await sum(events, 'forward')) + (await sum(mirrored, 'forward'));
      expect(await sum(events, 'both-folded')).toBeCloseTo(forward / 2, 10);
      expect(await sum(events, 'two-detectors')).toBeCloseTo(forward, 10);
    }),
    { numRuns: 20 },
  );
});

test('the order of events changes nothing but the order of rows', async () => {
  const events = Array.from({ length: 30 }, (_, at): Particle[] => [
    { pdg: at % 2 === 0 ? 321 : 333, px: 0, py: 0.01 * at, pz: 20 + at },
  ]);
  const options = { hemispheres: 'forward', parents: ['K', 'phi'] };
  const one = await harvest(events, options);
  const other = await harvest(events.toReversed(), options);
  expect(other.manifest.parents).toEqual(one.manifest.parents);
  const byNumber = (a: number, b: number): number => a - b;
  expect(other.momenta.toSorted(byNumber)).toEqual(one.momenta.toSorted(byNumber));
});

test('a cap thins rows and keeps the sum of weights', async () => {
  const events = Array.from({ length: 1000 }, (): Particle[] => [{ pdg: 321, px: 0, py: 0, pz: 10 }]);
  const { manifest, weights } = await harvest(events, { hemispheres: 'forward', parents: ['K'], cap: 64 });
  expect(manifest.parents[0]).toMatchObject({ n_found: 1000, n_rows: 64, n_effective: 64 });
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
});

test('a prescale multiplies the weights of its parent, and belongs to a file of events', async () => {
  const events: Particle[][] = [
    [
      { pdg: 321, px: 0, py: 0, pz: 10 },
      { pdg: 333, px: 0, py: 0, pz: 10 },
    ],
    [],
  ];
  const options = { hemispheres: 'forward', parents: ['K', 'phi'] };
  const prescales = [{ parent: 'K', factor: 20 }];
  const { manifest, weights } = await harvest(events, { ...options, prescales });
  expect([...weights]).toEqual([10, 0.5]);
  expect(manifest.parents.map(({ mean_multiplicity: mean }) => mean)).toEqual([10, 0.5]);
  expect(manifest.prescales).toEqual(prescales);
  await expect(harvest(events, { ...options, prescales: [{ parent: 'D', factor: 2 }] })).rejects.toThrow(
    /D is not harvested/,
  );
  await expect(harvest(events, { ...options, prescales: [...prescales, ...prescales] })).rejects.toThrow(
    /twice/,
  );
});

test('rows of one event count as one for the effective number', async () => {
  const kaon = { pdg: 321, px: 0, py: 0, pz: 10 };
  const { manifest } = await harvest([[kaon, kaon, kaon], [kaon], []], {
    hemispheres: 'forward',
    parents: ['K'],
  });
  expect(manifest.n_generated).toBe(3);
  expect(manifest.parents[0]!.n_effective).toBeCloseTo(16 / 10, 12);
});

test('one charge only is one charge only', async () => {
  const events: Particle[][] = [[{ pdg: 321, px: 0, py: 0, pz: 10 }], [{ pdg: -321, px: 0, py: 0, pz: 20 }]];
  const momenta = async (charge: string): Promise<number[]> =>
    (await harvest(events, { hemispheres: 'forward', parents: ['K'], charge })).momenta;
  expect(await momenta('plus')).toEqual([10]);
  expect(await momenta('minus')).toEqual([20]);
  expect(await momenta('both')).toEqual([10, 20]);
});

describe('weights', () => {
  const size = { nGenerated: 4, sigmaGenMb: 78.585, sigmaNormMb: undefined, kind: 'soft' } as const;
  test('an inelastic sample weighs 1/N, a declared cross section rescales it', () => {
    expect(weightOf(size).weight).toBeCloseTo(0.25, 15);
    expect(weightOf({ ...size, sigmaNormMb: 80 }).weight).toBeCloseTo(0.25 * (78.585 / 80), 15);
  });
  test('more than all collisions, and a part without what it is a part of, are refused', () => {
    expect(() => weightOf({ ...size, sigmaNormMb: 70 })).toThrow('more than sigma_norm_mb = 70');
    expect(() => weightOf({ ...size, kind: 'other' })).toThrow('sigma_norm_mb is missing');
  });
});

test('a parent that is named twice is counted once', async () => {
  const events: Particle[][] = [[{ pdg: 321, px: 0, py: 0, pz: 10 }], [{ pdg: -321, px: 0, py: 0, pz: 20 }]];
  const { weights, manifest } = await harvest(events, { hemispheres: 'forward', parents: ['K', 'K'] });
  expect(weights).toEqual([0.5, 0.5]);
  expect(manifest.parents).toHaveLength(1);
});

test('a cap has no preference where events list a soft and a hard meson in turn', async () => {
  const pair = (): Particle[] => [
    { pdg: 321, px: 0, py: 0, pz: 10 },
    { pdg: -321, px: 0, py: 0, pz: 20 },
  ];
  const events = Array.from({ length: 2000 }, pair);
  const { momenta } = await harvest(events, { hemispheres: 'forward', parents: ['K'], cap: 2000 });
  const hard = momenta.filter((pz) => pz === 20).length;
  // Hypergeometric: 1000 with a standard deviation of 16.
  expect(Math.abs(hard - 1000)).toBeLessThan(80);
});

describe('what is said of a file of events must fit it', () => {
  const events: Particle[][] = [[{ pdg: 321, px: 0, py: 0, pz: 10 }], []];
  const options = { hemispheres: 'forward', parents: ['K'] };
  test('more lines than generated events are refused', async () => {
    await expect(harvest(events, { ...options, n_gen: 1 })).rejects.toThrow('the file holds 2 events');
    expect((await harvest(events, { ...options, n_gen: 10 })).manifest.weight).toBe(0.1);
  });
  test('a cross section without that of all collisions is refused, since nothing would become of it', async () => {
    await expect(harvest(events, { ...options, sigma_gen_mb: 0.1 })).rejects.toThrow(
      'sigma_norm_mb is missing',
    );
    const both = await harvest(events, { ...options, sigma_gen_mb: 0.1, sigma_norm_mb: 80 });
    expect(both.manifest.weight).toBeCloseTo(0.1 / 80 / 2, 15);
  });
  test('what is taken for granted, and a parent that is not there, are warned of', async () => {
    const { manifest } = await harvest(events, { ...options, parents: ['K', 'D'] });
    expect(manifest.warnings.join()).toMatch(/of weight 1\/N.*no D in the cone among 2 events/);
  });
  test('no events are no flux', async () => {
    await expect(harvest([], options)).rejects.toThrow('holds no events');
  });
  test.each([
    { output_path: 'events.jsonl' },
    { output_path: 'same.jsonl', harvest_manifest_path: './same.jsonl' },
  ])('nothing is written over a file that is read or written: %j', async (places) => {
    await expect(harvest(events, { ...options, ...places })).rejects.toThrow('is the same file as');
  });
});

describe('charmonium comes from exactly one sample', () => {
  test('it is dropped from a soft sample unless declared', () => {
    expect(parentsFrom(['K', 'Jpsi'], 'auto', 'soft')).toEqual({ parents: ['K'], dropped: ['Jpsi'] });
    expect(parentsFrom(['K', 'Jpsi'], 'this_sample', 'soft')).toEqual({
      parents: ['K', 'Jpsi'],
      dropped: [],
    });
  });
  test('a charmonium sample gives nothing else', () => {
    expect(parentsFrom(['Jpsi', 'psi2S'], 'auto', 'charmonium').parents).toEqual(['Jpsi', 'psi2S']);
    expect(() => parentsFrom(['Jpsi', 'D'], 'auto', 'charmonium')).toThrow('counted in the soft sample');
    expect(() => parentsFrom(['Jpsi'], 'another_sample', 'charmonium')).toThrow('sample of charmonium');
    expect(() => parentsFrom(['Jpsi'], 'auto', 'soft')).toThrow('another sample');
  });
});

test('hemispheres are never a silent default', () => {
  const input = { pythia_events_path: 'events.jsonl', theta_max_rad: 0.05 };
  expect(HarvestInput.safeParse(input).success).toBe(false);
});

test('a line that is no event is named, and nothing is written', async () => {
  const context = await workspaceContext();
  await writeFile(context.readPath('events.jsonl'), `${eventLine([])}{"data": 1}\n`);
  const input = HarvestInput.parse({
    pythia_events_path: 'events.jsonl',
    theta_max_rad: 0.05,
    hemispheres: 'forward',
  });
  await expect(harvestForwardFlux.run(input, context)).rejects.toMatchObject({
    code: 'BAD_ARGUMENTS',
    message: expect.stringContaining('line 2 of events.jsonl') as unknown,
  });
  await expect(readFile(context.readPath('parents.arrow'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('without Pythia a run card says what to install', async () => {
  const context = await workspaceContext();
  await writeFile(context.readPath('soft.cmnd'), 'Beams:eCM = 13600.\nSoftQCD:inelastic = on\n');
  const input = HarvestInput.parse({
    cmnd_path: 'soft.cmnd',
    n_events: 1,
    seed: 1,
    theta_max_rad: 0.05,
    hemispheres: 'forward',
  });
  await expect(harvestForwardFlux.run(input, context)).rejects.toMatchObject({ code: 'EXTERNAL_MISSING' });
});

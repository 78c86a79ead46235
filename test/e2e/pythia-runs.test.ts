import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { harvestForwardFlux } from '../../toolkits/llp/src/harvest-forward-flux.ts';
import { HarvestInput, HarvestOutput } from '../../toolkits/llp/src/harvest/input.ts';
import { readTable } from '../../toolkits/llp/src/io/table-file.ts';
import { runPythia } from '../../toolkits/llp/src/io/run-pythia.ts';
import { pythiaFromRunCard } from '../../toolkits/llp/src/pythia-from-run-card.ts';
import { parseCard } from '../../toolkits/llp/src/pythia/card.ts';
import { numbers } from '../../toolkits/llp/src/tables/index.ts';
import { eventLine, referenceHarvest } from '../../toolkits/llp/test/reference-harvest.ts';
import {
  callLlp,
  type InstalledLlp,
  installLlp,
  needsPythia,
  pythiaContext,
  SOFT_CARD,
} from './pythia-toolkit.ts';

let installed: InstalledLlp;
beforeAll(async () => {
  installed = await installLlp();
}, 300_000);

const CONE = { hemispheres: 'forward', theta_max_rad: 0.3 };

async function harvest(
  input: object,
  context: Awaited<ReturnType<typeof pythiaContext>>,
): Promise<HarvestOutput> {
  return HarvestOutput.parse(await harvestForwardFlux.run(HarvestInput.parse(input), context));
}

test('a harvest through `toolbase call` has the inelastic cross section and says all of its conventions', async (context) => {
  needsPythia(context, installed);
  const answer = await callLlp(installed, 'HarvestForwardFlux', {
    ...CONE,
    cmnd_path: 'soft.cmnd',
    n_events: 400,
    seed: 3,
    jobs: 2,
  });
  const { manifest } = HarvestOutput.parse(answer);
  // 78.585 mb: the parametrisation of total, elastic and diffractive cross sections at 13.6 TeV, no Monte Carlo.
  expect(manifest.sigma_gen_mb).toBeCloseTo(78.585, 2);
  expect(manifest).toMatchObject({
    n_generated: 400,
    weight: 1 / 400,
    sample: 'soft',
    charmonium: 'another_sample',
  });
  expect(new Set(manifest.seeds).size).toBe(2);
  expect(manifest.parents.map(({ parent }) => parent)).toEqual(['K', 'D', 'Ds', 'rho', 'omega', 'phi']);
  // Of one side; several kaons in a collision.
  expect(manifest.parents[0]!.mean_multiplicity).toBeGreaterThan(1);
  expect(manifest.parents[0]!.mean_multiplicity).toBeLessThan(10);
  const { table } = await readTable(path.join(installed.workspace, 'parents.arrow'), 'parents.arrow');
  expect(table.metadata).toMatchObject({
    seed: 3,
    values: { hemispheres: 'forward', sigma_norm_mb: manifest.sigma_norm_mb },
  });
  expect(table.metadata.inputs[0]?.name).toBe('soft.cmnd');
  const [E, px, py, pz] = ['E', 'px', 'py', 'pz'].map((name) => numbers(table, name));
  E!.forEach((energy, row) => {
    expect(Math.hypot(px![row]!, py![row]!)).toBeLessThanOrEqual(Math.tan(0.3) * pz![row]!);
    expect(energy).toBeGreaterThan(pz![row]!);
  });
}, 300_000);

test('the same seed gives the same file, whether the tables were there or not; another seed another', async (context) => {
  needsPythia(context, installed);
  const digests: string[] = [];
  for (const [seed, cache] of [
    [5, 'fresh'],
    [5, 'fresh'],
    [6, 'fresh'],
  ] as const) {
    const surroundings = await pythiaContext({ ...installed, home: path.join(installed.home, cache) });
    const input = { ...CONE, cmnd_path: 'soft.cmnd', n_events: 60, seed };
    digests.push((await harvest(input, surroundings)).manifest.output_sha256);
  }
  expect(digests[1]).toBe(digests[0]);
  expect(digests[2]).not.toBe(digests[0]);
}, 300_000);

test('a file of events harvests to what is harvested while generating', async (context) => {
  needsPythia(context, installed);
  const surroundings = await pythiaContext(installed);
  const run = { cmnd_path: 'soft.cmnd', n_events: 150, seed: 8 };
  await pythiaFromRunCard.run(
    pythiaFromRunCard.input.parse({ ...run, finals_only: false, select_pids: [321, -321, 333] }),
    surroundings,
  );
  const options = { ...CONE, parents: ['K', 'phi'], hemispheres: 'both-folded' };
  const generating = await harvest({ ...options, ...run }, surroundings);
  const momenta = async (): Promise<number[]> => {
    const { table } = await readTable(surroundings.readPath('parents.arrow'), 'parents.arrow');
    return Array.from(numbers(table, 'pz'));
  };
  const generated = await momenta();
  const file = { pythia_events_path: 'events.jsonl', manifest_path: 'events_manifest.json' };
  const afterwards = await harvest({ ...options, ...file }, surroundings);
  expect(afterwards.manifest.parents).toEqual(generating.manifest.parents);
  expect(generated.length).toBeGreaterThan(50);
  (await momenta()).forEach((pz, row) => expect(pz / generated[row]!).toBeCloseTo(1, 7));
}, 300_000);

test('folding both hemispheres gives the flux of one, two detectors twice as much', async (context) => {
  needsPythia(context, installed);
  const surroundings = await pythiaContext(installed);
  const run = { cmnd_path: 'soft.cmnd', n_events: 600, seed: 9, jobs: 2, theta_max_rad: 0.3 };
  const parents = async (hemispheres: string) =>
    (await harvest({ ...run, hemispheres }, surroundings)).manifest.parents;
  const [forward, folded, both] = [
    await parents('forward'),
    await parents('both-folded'),
    await parents('two-detectors'),
  ];
  forward.forEach(({ parent, mean_multiplicity: ahead, n_found: found, relative_error: error }, i) => {
    const { mean_multiplicity: mean, n_found: onBoth } = folded[i]!;
    // The same events: rows and weights are exact.
    expect(both[i]!.mean_multiplicity).toBeCloseTo(2 * mean, 12);
    expect(mean).toBeCloseTo(onBoth / 2 / 600, 12);
    expect(both[i]!.n_found).toBe(onBoth);
    // Forward against backward, of which folding takes the mean; each known as well as the other.
    const backward = 2 * mean - ahead;
    expect(Math.abs(ahead - backward) / (Math.SQRT2 * ahead * error), parent).toBeLessThan(4);
    expect(found).toBeGreaterThan(5);
  });
}, 300_000);

test('the damped charmonium sample gives charmonium, far below all collisions', async (context) => {
  needsPythia(context, installed);
  const surroundings = await pythiaContext(installed);
  const run = { ...CONE, cmnd_path: 'charmonium.cmnd', n_events: 150, seed: 2, parents: ['Jpsi', 'psi2S'] };
  const { manifest } = await harvest({ ...run, sigma_norm_mb: 78.585 }, surroundings);
  expect(manifest).toMatchObject({ sample: 'charmonium', small_pt_damping: true, charmonium: 'this_sample' });
  expect(manifest.sigma_gen_mb).toBeGreaterThan(0.01);
  expect(manifest.sigma_gen_mb).toBeLessThan(1);
  expect(manifest.parents[0]!.n_found).toBeGreaterThan(5);
  await expect(harvest(run, surroundings)).rejects.toMatchObject({ code: 'BAD_ARGUMENTS' });
}, 300_000);

test('a setting that Pythia does not know is refused with its line', async (context) => {
  needsPythia(context, installed);
  const surroundings = await pythiaContext(installed);
  await writeFile(surroundings.readPath('typo.cmnd'), `${SOFT_CARD}MultipartonInteraction:pT0Ref = 2.2\n`);
  const input = { ...CONE, cmnd_path: 'typo.cmnd', n_events: 10, seed: 1 };
  await expect(harvest(input, surroundings)).rejects.toMatchObject({
    code: 'BAD_ARGUMENTS',
    message: expect.stringContaining('MultipartonInteraction:pT0Ref (line 5)') as unknown,
  });
}, 300_000);

test('a card that Pythia cannot start with is refused with the reason', async (context) => {
  needsPythia(context, installed);
  const surroundings = await pythiaContext(installed);
  const text =
    'Beams:idA = 2212\nBeams:idB = 2212\nBeams:eCM = 100.\nHardQCD:all = on\nPhaseSpace:pTHatMin = 90.\n';
  await writeFile(surroundings.readPath('closed.cmnd'), text);
  const input = { ...CONE, cmnd_path: 'closed.cmnd', n_events: 10, seed: 1, sigma_norm_mb: 50 };
  await expect(harvest(input, surroundings)).rejects.toMatchObject({
    code: 'BAD_ARGUMENTS',
    message: expect.stringContaining('all processes have vanishing cross sections') as unknown,
  });
}, 300_000);

test('a crash of Pythia itself is told as one', async (context) => {
  needsPythia(context, installed);
  const own = await pythiaContext(installed);
  // The check of the card refuses it; this reaches the worker.
  const text = 'Beams:idA = 11\nBeams:idB = -11\nBeams:eCM = 13600.\nSoftQCD:inelastic = on\n';
  const run = {
    card: parseCard(text, 'card.cmnd'),
    damped: false,
    nEvents: 5,
    seed: 1,
    jobs: 1,
    task: () => ({}),
  };
  await expect(runPythia(run, own)).rejects.toMatchObject({
    code: 'OPERATION_FAILED',
    message: expect.stringContaining('SIGSEGV') as unknown,
    hint: expect.stringContaining('Pythia itself crashed') as unknown,
  });
}, 300_000);

test('events with weights of their own are refused, however the card comes to them', async (context) => {
  needsPythia(context, installed);
  const own = await pythiaContext(installed);
  // The check of the card knows the switch; this reaches the worker's.
  const text = 'Beams:idA = 2212\nBeams:idB = 2212\nBeams:eCM = 13600.\nCharmonium:all = on\n';
  const card = parseCard(`${text}PhaseSpace:bias2Selection = on\nPhaseSpace:pTHatMin = 5.\n`, 'card.cmnd');
  const run = { card, damped: false, nEvents: 5, seed: 1, jobs: 1, task: () => ({}) };
  await expect(runPythia(run, own)).rejects.toMatchObject({
    code: 'BAD_ARGUMENTS',
    message: expect.stringContaining('weights of their own') as unknown,
  });
});

test('a cancelled run stops within a second, says how far it came and leaves nothing', async (context) => {
  needsPythia(context, installed);
  const controller = new AbortController();
  let cancelledAt = 0;
  const progress = (done: number): void => {
    if (done < 20 || controller.signal.aborted) return;
    cancelledAt = performance.now();
    controller.abort(new Error('enough'));
  };
  const surroundings = await pythiaContext(installed, { signal: controller.signal, progress });
  const input = { ...CONE, cmnd_path: 'soft.cmnd', n_events: 1_000_000, seed: 1, jobs: 2 };
  await expect(harvest(input, surroundings)).rejects.toMatchObject({
    code: 'CANCELLED',
    message: expect.stringMatching(/stopped after \d+ of 1000000 events/) as unknown,
  });
  expect(performance.now() - cancelledAt).toBeLessThan(1000);
  expect(await readdir(surroundings.workspace)).toEqual(['charmonium.cmnd', 'soft.cmnd']);
}, 300_000);

test('events come with a manifest that describes the file', async (context) => {
  needsPythia(context, installed);
  const surroundings = await pythiaContext(installed);
  const input = pythiaFromRunCard.input.parse({ cmnd_path: 'soft.cmnd', n_events: 30, seed: 4, jobs: 2 });
  const { manifest } = await pythiaFromRunCard.run(input, surroundings);
  const lines = (await readFile(surroundings.readPath('events.jsonl'), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(30);
  lines.forEach((line, n) => expect(line.startsWith(`{"data":{"n":${n},`)).toBe(true));
  expect(manifest).toMatchObject({ n_events: 30, finals_only: true, sample: 'soft' });
  // Four-momentum is conserved: 13.6 TeV in each event.
  const Event = (line: string) =>
    (JSON.parse(line) as { data: { particles: { E: number; pz: number }[] } }).data;
  for (const line of lines) {
    const { particles } = Event(line);
    expect(particles.reduce((sum, { E }) => sum + E, 0)).toBeCloseTo(13_600, 0);
    expect(particles.reduce((sum, { pz }) => sum + pz, 0)).toBeCloseTo(0, 0);
  }
}, 300_000);

test('the reference harvest of a file of events through `toolbase call`', async (context) => {
  needsPythia(context, installed);
  const { inputs, expected, options } = referenceHarvest;
  const events = inputs.records.map((record) => eventLine([record])).join('');
  await writeFile(path.join(installed.workspace, 'reference.jsonl'), events);
  const answer = await callLlp(installed, 'HarvestForwardFlux', {
    ...options,
    pythia_events_path: 'reference.jsonl',
    output_path: 'reference.arrow',
    harvest_manifest_path: 'reference_manifest.json',
  });
  const { manifest } = HarvestOutput.parse(answer);
  expect(manifest.weight).toBe(expected.weight_with_sigma);
  expect(manifest.parents.map(({ n_rows: rows }) => rows)).toEqual([
    expected.n_selected['321'],
    expected.n_selected['443'],
  ]);
  expect(manifest.parents.map(({ mean_multiplicity: mean }) => mean)).toEqual([
    expected.mean_multiplicity['321'],
    expected.mean_multiplicity['443'],
  ]);
});

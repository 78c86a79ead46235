import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { decayInVolumeVsCoupling } from '../../toolkits/llp/src/decay-in-volume-vs-coupling.ts';
import { readTable, writeTable } from '../../toolkits/llp/src/io/table-file.ts';
import { mesonDecayToLlp } from '../../toolkits/llp/src/meson-decay-to-llp.ts';
import { labelled, labels, numbers, tableOf } from '../../toolkits/llp/src/tables/index.ts';
import { YieldsFile } from '../../toolkits/llp/src/yields/yields-file.ts';
import { contextIn } from '../../toolkits/llp/test/operation-context.ts';

export type Parent = readonly [name: string, px: number, py: number, pz: number, weight: number];
export type Point = {
  readonly parents: readonly Parent[];
  readonly mass: number;
  readonly channel: 'mumu' | 'gammagamma';
  readonly g: readonly number[];
};

const VOLUME = { z_min: 112, z_max: 163, radius: 0.92, z_det: 165, det_radius: 0.92, z_shield: 50 };
const N_INT = 2.7e18;
/** Edges of histograms: GeV, and rad around the 8 mrad that the volume covers. */
const ENERGIES = [0, 3, 10, 30, 100, 300, 1000, 1e5];
const ANGLES = [0, 0.001, 0.003, 0.006, 0.012, 0.03, 0.1, 3.2];

const Measured = z.tuple([z.number(), z.number()]);
const Stages = z.object({
  weight: z.array(Measured),
  energies: z.array(Measured),
  angles: z.array(Measured),
});
const Chain = z.object({
  b_hat: z.record(z.string(), z.number()),
  kinds: z.record(z.string(), Stages),
  decays: z.array(Measured),
  accepted: z.array(Measured),
});
/** Values with the error of the draws alone, for given parents: of each kind the sum of weights and its histograms, and of all the
 * decays inside the volume at each coupling, all and seen. */
export type Chain = z.output<typeof Chain>;

/** The chain by the Python program of this folder. */
export async function byPython(
  python: string,
  { mass, ...point }: Point,
  amount: { draws: number; batches: number },
): Promise<Chain> {
  const program = path.join(import.meta.dirname, 'llp', 'sample_chain.py');
  const child = spawn(python, ['-IB', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const request = { ...point, ...amount, ...VOLUME, m_phi: mass, n_int: N_INT, seed: 20_240_612 };
  child.stdin.end(JSON.stringify({ ...request, energies: ENERGIES, angles: ANGLES }));
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += String(chunk);
  return Chain.parse(JSON.parse(text));
}

/** The same by the toolkit: means over seeds. */
export async function byToolkit(point: Point, amount: { seeds: number; strata: number }): Promise<Chain> {
  const runs: Run[] = [];
  for (let seed = 1; seed <= amount.seeds; seed += 1) runs.push(await once(point, seed, amount.strata));
  const [first] = runs;
  if (first === undefined) throw new Error('no seeds');
  const over = (pick: (run: Run) => readonly number[]) => measured(runs.map(pick));
  const kinds = Object.keys(first.kinds).map((kind) => {
    const stage = (name: keyof z.output<typeof Stages>) => over((run) => run.kinds[kind]?.[name] ?? []);
    return [kind, { weight: stage('weight'), energies: stage('energies'), angles: stage('angles') }] as const;
  });
  return {
    b_hat: first.bHat,
    kinds: Object.fromEntries(kinds),
    decays: over(({ decays }) => decays),
    accepted: over(({ accepted }) => accepted),
  };
}

/** Mean of each place, and its error from the scatter. */
function measured(runs: readonly (readonly number[])[]): [number, number][] {
  const count = runs.length;
  return (runs[0] ?? []).map((_value, i) => {
    const mean = runs.reduce((sum, run) => sum + (run[i] ?? NaN), 0) / count;
    const squares = runs.reduce((sum, run) => sum + ((run[i] ?? NaN) - mean) ** 2, 0);
    return [mean, Math.sqrt(squares / (count - 1) / count)];
  });
}

type Run = Awaited<ReturnType<typeof once>>;

async function once({ parents, mass, channel, g }: Point, seed: number, strata: number) {
  const context = contextIn();
  const column = (at: 1 | 2 | 3 | 4) => Float64Array.from(parents, (parent) => parent[at]);
  const table = tableOf(
    [
      { name: 'parent', unit: '1', values: labelled(parents.map(([name]) => name)) },
      { name: 'px', unit: 'GeV', values: column(1) },
      { name: 'py', unit: 'GeV', values: column(2) },
      { name: 'pz', unit: 'GeV', values: column(3) },
      { name: 'weight_per_collision', unit: '1', values: column(4) },
    ],
    { format: 'parentflux-1.0', toolkit: 'none', conventions: [], inputs: [], values: {} },
  );
  await writeTable(context.writePath('parents.arrow'), table);
  const decayed = mesonDecayToLlp.input.parse({
    parent_flux_paths: ['parents.arrow'],
    masses_gev: [mass],
    z_shield_m: VOLUME.z_shield,
    n_strata: strata,
    seed,
    output_dir: 'flux',
  });
  const { fluxes, parents: told } = await mesonDecayToLlp.run(decayed, context);
  const file = fluxes[0]?.path ?? '';
  const bHat = Object.fromEntries(
    told.filter(({ open }) => open).map(({ parent, B_hat }) => [parent, B_hat]),
  );
  const yields = async (acceptance: 'none' | undefined): Promise<number[]> => {
    const asked = decayInVolumeVsCoupling.input.parse({
      flux_path: file,
      m_phi_gev: mass,
      channel,
      n_int: N_INT,
      g_grid: g,
      z_min_m: VOLUME.z_min,
      z_max_m: VOLUME.z_max,
      r_volume_m: VOLUME.radius,
      z_det_m: VOLUME.z_det,
      r_det_m: VOLUME.det_radius,
      ...(acceptance === undefined ? {} : { acceptance }),
    });
    const { path: written } = await decayInVolumeVsCoupling.run(asked, context);
    const text = readFileSync(path.join(context.workspace, written), 'utf8');
    return YieldsFile.parse(JSON.parse(text)).yields.map(({ n_sig: n }) => n);
  };
  return {
    bHat,
    kinds: await histograms(path.join(context.workspace, file)),
    decays: await yields('none'),
    accepted: await yields(undefined),
  };
}

async function histograms(file: string) {
  const { table } = await readTable(file, 'flux.arrow');
  const { codes, labels: names } = labels(table, 'parent_channel');
  const [energy, theta, weight] = ['E', 'theta_lab', 'event_weight_g2_stripped'].map((name) =>
    numbers(table, name),
  );
  const kinds = names.map(
    (name) => [name, { weight: zeros([0, 1]), energies: zeros(ENERGIES), angles: zeros(ANGLES) }] as const,
  );
  codes.forEach((code, row) => {
    const own = kinds[code]?.[1];
    if (own === undefined) return;
    const w = weight?.[row] ?? NaN;
    for (const [into, at] of [
      [own.weight, 0],
      [own.energies, cellOf(ENERGIES, energy?.[row] ?? NaN)],
      [own.angles, cellOf(ANGLES, theta?.[row] ?? NaN)],
    ] as const)
      into[at] = (into[at] ?? NaN) + w;
  });
  return Object.fromEntries(kinds);
}

const zeros = (edges: readonly number[]): number[] => edges.slice(1).map(() => 0);
const cellOf = (edges: readonly number[], value: number): number =>
  edges.findLastIndex((edge) => edge <= value);

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  fluxLines,
  geometryArguments,
  type ReferenceEntry,
  referenceEntries,
} from '../../toolkits/llp/test/reference-yields.ts';
import { parentNamed, productionEntries } from '../../toolkits/llp/test/reference-production.ts';
import { freshFolder, toolbase } from './toolbase.ts';

let home: string;
let lock: string;
beforeAll(async () => {
  home = await freshFolder();
  lock = path.join(home, 'llp.lock');
  await writeFile(
    path.join(home, 'llp.yaml'),
    'formatVersion: 1\ntoolkits:\n  "@toolbase/llp":\n    version: "*"\n    bundles: [production, yields]\n',
  );
  expect(await toolbase(home, ['lock', 'llp.yaml'])).toMatchObject({ status: 0 });
  expect(await toolbase(home, ['install', 'llp.lock'])).toMatchObject({ status: 0 });
});

/** One call in a workspace of its own. */
async function call<T>(
  id: string,
  operation: string,
  given: object,
  answer: z.ZodType<T>,
  files: Record<string, string> = {},
) {
  const workspace = path.join(home, id);
  await mkdir(workspace, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(workspace, name), text);
  const args = [
    'call',
    lock,
    `llp__${operation}`,
    '--workspace',
    workspace,
    '-a',
    JSON.stringify(given),
    '--json',
  ];
  const ended = await toolbase(home, args);
  expect(ended.stderr).toBe('');
  return { told: answer.parse(JSON.parse(ended.stdout)), workspace };
}

type Of<P extends ReferenceEntry['process']> = Extract<ReferenceEntry, { process: P }>;
const near = (value: number | undefined, expected: number | null, tolerance: number): void => {
  if (expected === null) expect(value).toBeUndefined();
  else if (expected === 0) expect(value).toBe(0);
  else expect(Math.abs((value ?? NaN) / expected - 1)).toBeLessThanOrEqual(tolerance);
};

const Yields = z.object({ yields: z.array(z.object({ n_sig: z.number() })) });
const Counted = Yields.extend({ parents: z.array(z.object({ n_in_volume: z.number() })) });

async function widths({ id, inputs, expected, rel_tol: tolerance }: Of<'phi -> mu mu, gamma gamma'>) {
  const Widths = z.object({
    partial_widths_gev: z.object({ mumu: z.number(), gammagamma: z.number() }),
    branching_ratios: z.object({ mumu: z.number() }),
    ctau_m: z.number(),
  });
  const { told } = await call(id, 'LLPWidths', { m_phi_gev: inputs.m_phi, g_mu: inputs.g }, Widths);
  near(told.partial_widths_gev.mumu / inputs.g ** 2, expected.Gamma_mumu_hat, tolerance);
  near(told.partial_widths_gev.gammagamma / inputs.g ** 2, expected.Gamma_gammagamma_hat, tolerance);
  near(told.branching_ratios.mumu, expected.B_mumu, tolerance);
  near(told.ctau_m, expected.ctau_m, tolerance);
}

/** One scalar of |p| = 100 GeV and mass 1 GeV: its decay length is 100 c tau. */
async function ray({ id, inputs, expected, rel_tol: tolerance }: Of<'ray'>) {
  const size = Math.hypot(...inputs.direction);
  const [px, py, pz] = inputs.direction.map((part) => (100 * part) / size);
  const flux = fluxLines([{ weight: 1, vertex: inputs.origin, momentum: [px!, py!, pz!] }]);
  const given = {
    flux_path: 'flux.jsonl',
    m_phi_gev: 1,
    acceptance: 'none',
    ctau_grid_m: [inputs.decay_length_m / 100],
  };
  const { told } = await call(
    id,
    'DecayInVolumeVsLifetime',
    { ...given, ...geometryArguments(inputs.geometry) },
    Counted,
    { 'flux.jsonl': flux },
  );
  expect(told.parents[0]!.n_in_volume).toBe(expected.hits ? 1 : 0);
  near(told.yields[0]!.n_sig, expected.P_dec, tolerance);
}

/** Decays in a volume of a nanometre around the point, seen and all. */
async function daughter({ id, inputs, expected, rel_tol: tolerance }: Of<'daughter'>) {
  const size = Math.hypot(...inputs.direction);
  const [px, py, pz] = inputs.direction.map((part) => (inputs.p * part) / size);
  const flux = fluxLines([{ weight: 1, vertex: inputs.decay_vertex, momentum: [px!, py!, pz!] }]);
  const z = inputs.decay_vertex[2];
  const given = {
    ...{ flux_path: 'flux.jsonl', m_phi_gev: inputs.m_phi, ctau_grid_m: [1] },
    ...geometryArguments(inputs.geometry),
    ...{ z_min_m: z, z_max_m: z + 2 ** -30, r_volume_m: 10 },
  };
  const masses = { daughter_masses_gev: [inputs.m_daughter, inputs.m_daughter] };
  const [seen, all] = await Promise.all(
    [{ acceptance: 'two_track', ...masses }, { acceptance: 'none' }].map((asked, i) =>
      call(`${id}-${i}`, 'DecayInVolumeVsLifetime', { ...given, ...asked }, Yields, { 'flux.jsonl': flux }),
    ),
  );
  near(seen!.told.yields[0]!.n_sig / all!.told.yields[0]!.n_sig, expected.acceptance, tolerance);
}

const Fluxes = z.object({
  fluxes: z.array(z.object({ path: z.string() })),
  parents: z.array(
    z.object({
      B_hat: z.number(),
      sum_of_weights: z.number(),
      mean_energy_gev: z.number(),
      mean_energy_exact_gev: z.number(),
      mean_vertex_z_m: z.number(),
      mean_vertex_z_exact_m: z.number(),
    }),
  ),
});

const parentLine = (parent: string, momentum: readonly number[], weight: number): string =>
  `${JSON.stringify({ parent, px: momentum[0], py: momentum[1], pz: momentum[2], weight_per_collision: weight })}\n`;

async function flight({ id, inputs, expected, rel_tol: tolerance }: Of<'flight'>) {
  const { p, theta } = inputs;
  const parents = parentLine('K', [p * Math.sin(theta), 0, p * Math.cos(theta)], 1);
  const given = { parent_flux_paths: ['parents.jsonl'], masses_gev: [0.1], seed: 1, output_dir: 'flux' };
  const { told } = await call(
    id,
    'MesonDecayToLLP',
    { ...given, z_shield_m: inputs.z_shield, ctau_parent_m: inputs.ctau_m },
    Fluxes,
    { 'parents.jsonl': parents },
  );
  const {
    B_hat,
    sum_of_weights: sum,
    mean_vertex_z_m: sampled,
    mean_vertex_z_exact_m: exact,
  } = told.parents[0]!;
  near(sum / B_hat, expected.P_decay_before_shield, tolerance);
  near(exact, expected.mean_z_prod, tolerance);
  near(sampled, expected.mean_z_prod, 0.05);
}

async function statistics({ id, inputs, expected, rel_tol: tolerance }: Of<'llp_stats'>) {
  const count = 2000;
  const parents = parentLine(inputs.parent, inputs.p_parent, 1 / count).repeat(count);
  const { told, workspace } = await call(
    id,
    'MesonDecayToLLP',
    {
      ...{ parent_flux_paths: ['parents.jsonl'], masses_gev: [inputs.m_phi], seed: 1, z_shield_m: 50 },
      ...{ output_dir: 'flux', file_format: 'jsonl' },
    },
    Fluxes,
    { 'parents.jsonl': parents },
  );
  const { path: file } = told.fluxes[0]!;
  const [found] = told.parents;
  near(found!.mean_energy_exact_gev, expected.mean_E_lab, 1e-8);
  near(found!.mean_energy_gev, expected.mean_E_lab, tolerance);
  const Row = z.object({ theta_lab: z.number() });
  const lines = (await readFile(path.join(workspace, file), 'utf8')).trim().split('\n').slice(1);
  const inside = lines.filter((line) => Row.parse(JSON.parse(line)).theta_lab < 4e-3).length / lines.length;
  // 32,000 draws: a standard deviation of at most 0.0023.
  expect(Math.abs(inside - expected.fraction_theta_below_4mrad)).toBeLessThan(0.009);
}

/** The laboratory four-momentum is linear in that of the rest frame: what four draws have of the direction asked for, they have of the
 * boosted one. */
async function boost({ id, inputs, expected, rel_tol: tolerance }: Of<'boost'>) {
  const { told, workspace } = await call(
    id,
    'MesonDecayToLLP',
    {
      ...{ parent_flux_paths: ['parents.jsonl'], masses_gev: [inputs.m_phi], seed: 1, z_shield_m: 50 },
      ...{ output_dir: 'flux', file_format: 'jsonl', n_strata: 4, rest_frame: true },
    },
    Fluxes,
    { 'parents.jsonl': parentLine('K', inputs.p_parent, 1) },
  );
  const Row = z.object({
    ...{ E: z.number(), px: z.number(), py: z.number(), pz: z.number() },
    ...{ x_rest: z.number(), cos_theta_rest: z.number(), azimuth_rest: z.number() },
  });
  const lines = (await readFile(path.join(workspace, told.fluxes[0]!.path), 'utf8'))
    .trim()
    .split('\n')
    .slice(1);
  const rows = lines.map((line) => Row.parse(JSON.parse(line)));
  const atRest = (x: number, cos: number, azimuth: number): number[] => {
    const energy = (x * inputs.m_parent) / 2;
    const k = Math.sqrt(energy ** 2 - inputs.m_phi ** 2);
    const sin = Math.sqrt(1 - cos ** 2);
    return [energy, k * sin * Math.cos(azimuth), k * sin * Math.sin(azimuth), k * cos];
  };
  const drawn = rows.map((row) => atRest(row.x_rest, row.cos_theta_rest, row.azimuth_rest));
  const shares = solved(drawn, atRest(inputs.x, inputs.cos_theta_star, inputs.phi_star));
  const sum = (pick: (row: z.output<typeof Row>) => number): number =>
    rows.reduce((all, row, i) => all + shares[i]! * pick(row), 0);
  expect(rows).toHaveLength(4);
  // Four draws are no orthogonal basis: up to three digits are lost.
  near(
    sum(({ E }) => E),
    expected.E,
    Math.max(tolerance, 1e-10),
  );
  near(
    sum(({ px }) => px),
    expected.px,
    Math.max(tolerance, 1e-10),
  );
  near(
    sum(({ py }) => py),
    expected.py,
    Math.max(tolerance, 1e-10),
  );
  near(
    sum(({ pz }) => pz),
    expected.pz,
    Math.max(tolerance, 1e-10),
  );
}

/** Shares with which four vectors add up to another one, by elimination. */
function solved(vectors: readonly (readonly number[])[], target: readonly number[]): number[] {
  const rows = target.map((value, i) => [...vectors.map((vector) => vector[i]!), value]);
  for (let at = 0; at < 4; at += 1) {
    const best = rows
      .slice(at)
      .reduce((most, row) => (Math.abs(row[at]!) > Math.abs(most[at]!) ? row : most));
    rows.splice(rows.indexOf(best), 1);
    rows.splice(
      at,
      0,
      best.map((value) => value / best[at]!),
    );
    const pivot = rows[at]!;
    rows.forEach((row, i) => {
      if (i !== at) rows[i] = row.map((value, j) => value - row[at]! * pivot[j]!);
    });
  }
  return rows.map((row) => row[4]!);
}

async function toy({ id, inputs, expected, rel_tol: tolerance }: Of<'toy'>) {
  const Reach = Yields.extend({
    parents: z.array(z.object({ n_in_volume: z.number() })),
    diagnostic: z.object({
      lower: z.number().optional(),
      upper: z.number().optional(),
      peak: z.object({ n_sig: z.number() }),
    }),
  });
  const given = {
    ...{ flux_path: 'flux.jsonl', m_phi_gev: inputs.m_phi, channel: inputs.channel },
    ...{ n_int: inputs.N_int, n_target: inputs.N_threshold, ...geometryArguments(inputs.geometry) },
    ...(inputs.daughter_acceptance ? {} : { acceptance: 'none' }),
  };
  const files = { 'flux.jsonl': fluxLines(inputs.sample) };
  const { told } = await call(id, 'DecayInVolumeVsCoupling', given, Reach, files);
  expect(told.parents[0]!.n_in_volume).toBe(expected.n_intersecting);
  near(told.diagnostic.peak.n_sig, expected.peak_N, tolerance);
  near(told.diagnostic.lower, expected.g_lower, tolerance);
  near(told.diagnostic.upper, expected.g_upper, tolerance);
  const at = { ...given, g_grid: expected.N_at.map(({ g }) => g) };
  const { told: points } = await call(`${id}-at`, 'DecayInVolumeVsCoupling', at, Reach, files);
  expected.N_at.forEach(({ N }, i) => near(points.yields[i]!.n_sig, N, tolerance));
}

async function lifetime({ id, inputs, expected, rel_tol: tolerance }: Of<'DecayInVolumeVsLifetime'>) {
  const given = {
    flux_path: 'flux.jsonl',
    m_phi_gev: inputs.m_phi,
    ctau_grid_m: [inputs.ctau_m],
    acceptance: 'none',
  };
  const { told } = await call(
    id,
    'DecayInVolumeVsLifetime',
    { ...given, ...geometryArguments(inputs.geometry) },
    Yields,
    { 'flux.jsonl': fluxLines(inputs.sample) },
  );
  near(told.yields[0]!.n_sig, expected.weighted_sum, tolerance);
}

/** Which call an entry is. */
function check(entry: ReferenceEntry): Promise<void> {
  switch (entry.process) {
    case 'phi -> mu mu, gamma gamma':
      return widths(entry);
    case 'ray':
      return ray(entry);
    case 'daughter':
      return daughter(entry);
    case 'flight':
      return flight(entry);
    case 'llp_stats':
      return statistics(entry);
    case 'toy':
      return toy(entry);
    case 'DecayInVolumeVsLifetime':
      return lifetime(entry);
    case 'boost':
      return boost(entry);
  }
}

describe('decays, yields and widths through `toolbase call` agree with every reference value', {
  timeout: 120_000,
}, () => {
  test.concurrent.each(referenceEntries)('$id', check);
});

const Spectra = z.object({
  spectra: z.tuple([
    z.object({
      open: z.boolean(),
      B_hat: z.number(),
      ratio: z.number().optional(),
      x_min: z.number().optional(),
      x_max: z.number().optional(),
      mean_x: z.number().optional(),
    }),
  ]),
});

/** Rate and support as told, the density from the file that is written. */
async function production({
  id,
  inputs,
  expected,
  rel_tol: tolerance,
}: (typeof productionEntries)[number]): Promise<void> {
  const given = {
    ...{ parents: [parentNamed(inputs.parent)], masses_gev: [inputs.m_phi], lepton: inputs.lepton },
    ...{ parent_mass_gev: inputs.m_parent, output_dir: 'spectra', n_table: 4096 },
    ...(inputs.B_two_body === undefined ? {} : { branching_fraction: inputs.B_two_body }),
  };
  const { told, workspace } = await call(id, 'ProductionSpectrum', given, Spectra);
  const [spectrum] = told.spectra;
  expect(spectrum.open).toBe(expected.ratio_Gamma3_over_g2_Gamma2 > 0);
  if (!spectrum.open) {
    expect(spectrum.B_hat).toBe(0);
    return;
  }
  near(spectrum.ratio, expected.ratio_Gamma3_over_g2_Gamma2, tolerance);
  if (expected.Bhat !== undefined) near(spectrum.B_hat, expected.Bhat, tolerance);
  if (expected.x_min !== undefined) near(spectrum.x_min, expected.x_min, tolerance);
  if (expected.x_max !== undefined) near(spectrum.x_max, expected.x_max, tolerance);
  if (expected.mean_x !== undefined) near(spectrum.mean_x, expected.mean_x, tolerance);
  const [file = ''] = await readdir(path.join(workspace, 'spectra'));
  const table = await readFile(path.join(workspace, 'spectra', file), 'utf8');
  const rows = table.split('\n').filter((line) => /^[\d.]/.test(line));
  const places = rows.map((row) => row.split(',').map(Number));
  for (const [x, density] of expected.f_at_x) near(interpolated(places, x), density, tolerance);
}

/** Through the four places of a table of x and density about x. */
function interpolated(places: readonly (readonly number[])[], x: number): number {
  const after = places.findIndex(([at]) => at! >= x);
  const four = places.slice(after - 2, after + 2);
  return four.reduce(
    (sum, [at, density], i) =>
      sum +
      density! *
        four.reduce(
          (product, [other], j) => (i === j ? product : (product * (x - other!)) / (at! - other!)),
          1,
        ),
    0,
  );
}

describe('production spectra through `toolbase call` agree with every reference value', {
  timeout: 120_000,
}, () => {
  test.concurrent.each(productionEntries)('$id', production);
});

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DecayManifest } from '../src/decay/decay-manifest.ts';
import { readTable, writeTable } from '../src/io/table-file.ts';
import { mesonDecayToLlp } from '../src/meson-decay-to-llp.ts';
import { labelled, labels, numbers, rowsOf, tableOf } from '../src/tables/index.ts';
import { unknownMetadata } from '../src/tables/metadata.ts';
import { contextIn } from './operation-context.ts';
import { referenceEntries } from './reference-yields.ts';

type Arguments = Parameters<typeof mesonDecayToLlp.run>[0];
type Parent = { parent: string; px: number; py: number; pz: number; weight: number };

/** Decays parents that are given as HEPTAPOD writes them. */
async function decay(parents: readonly Parent[], given: Partial<Arguments> = {}, context = contextIn()) {
  const lines = parents.map(({ parent, px, py, pz, weight }) =>
    JSON.stringify({ parent, parent_pid: 0, E: 0, px, py, pz, weight_per_collision: weight }),
  );
  writeFileSync(path.join(context.workspace, 'parents.jsonl'), lines.join('\n'));
  const result = await mesonDecayToLlp.run(
    {
      parent_flux_paths: ['parents.jsonl'],
      masses_gev: [0.1],
      lepton: 'mu',
      z_shield_m: 50,
      n_strata: 16,
      theta_max_rad: 3.1416,
      rest_frame: false,
      seed: 1,
      output_dir: 'flux',
      file_format: 'arrow',
      ...given,
    },
    context,
  );
  const [flux] = result.fluxes;
  const label = flux?.path;
  return {
    result,
    told: result.parents,
    context,
    table:
      label === undefined ? undefined : (await readTable(path.join(context.workspace, label), label)).table,
    bytes: label === undefined ? undefined : readFileSync(path.join(context.workspace, label)),
  };
}

const kaon = (pz: number, weight = 1): Parent => ({ parent: 'K', px: 0, py: 0, pz, weight });

const flights = referenceEntries.filter((entry) => entry.process === 'flight');
test.each(flights)(
  '$id: weight and mean place of the decays before the shield',
  async ({ inputs, expected }) => {
    const { p, theta } = inputs;
    const parent = { parent: 'K', px: p * Math.sin(theta), py: 0, pz: p * Math.cos(theta), weight: 1 };
    const { told } = await decay([parent], {
      n_strata: 512,
      ctau_parent_m: inputs.ctau_m,
      z_shield_m: inputs.z_shield,
    });
    expect(told[0]!.mean_decay_probability / expected.P_decay_before_shield).toBeCloseTo(1, 9);
    expect(told[0]!.sum_of_weights / told[0]!.B_hat / expected.P_decay_before_shield).toBeCloseTo(1, 9);
    expect(told[0]!.mean_vertex_z_exact_m / expected.mean_z_prod).toBeCloseTo(1, 9);
    expect(told[0]!.mean_vertex_z_m / expected.mean_z_prod).toBeCloseTo(1, 3);
  },
);

const statistics = referenceEntries.filter((entry) => entry.process === 'llp_stats');
test.each(statistics)(
  '$id: energy and angle in the laboratory',
  async ({ inputs, expected, rel_tol: tolerance }) => {
    const [px, py, pz] = inputs.p_parent;
    const parents = Array.from({ length: 4000 }, () => ({
      parent: inputs.parent,
      px,
      py,
      pz,
      weight: 1 / 4000,
    }));
    const { told, table } = await decay(parents, { masses_gev: [inputs.m_phi] });
    const { mean_energy_gev: sampled, mean_energy_exact_gev: exact, B_hat: bHat } = told[0]!;
    expect(exact / expected.mean_E_lab).toBeCloseTo(1, 8);
    expect(Math.abs(sampled / expected.mean_E_lab - 1)).toBeLessThan(tolerance);
    const [weight, theta, z] = ['event_weight_g2_stripped', 'theta_lab', 'pz'].map((name) =>
      numbers(table!, name),
    );
    const mean = (f: (row: number) => number): number =>
      weight!.reduce((sum, w, row) => sum + w * f(row), 0) / bHat;
    expect(Math.abs(mean((row) => z![row]!) / expected.mean_pz_lab - 1)).toBeLessThan(tolerance);
    // 64,000 stratified draws: a standard deviation of the fraction below 0.0016.
    expect(
      Math.abs(mean((row) => (theta![row]! < 4e-3 ? 1 : 0)) - expected.fraction_theta_below_4mrad),
    ).toBeLessThan(0.005);
  },
);

test('a long flight is sampled and weighted once, not twice', async () => {
  const { table, told } = await decay([kaon(1500)], { n_strata: 256 });
  const z = numbers(table!, 'vz');
  expect(Math.min(...z)).toBeLessThan(1);
  expect(Math.max(...z)).toBeGreaterThan(49);
  expect(Math.max(...z)).toBeLessThanOrEqual(50);
  // 0.44 %, and spread evenly: a kaon of 1.5 TeV flies 11 km.
  expect(told[0]!.mean_decay_probability).toBeCloseTo(0.004424540423, 9);
});

test('every quarter of a variable gets a quarter of the draws of a parent', async () => {
  const { table } = await decay([{ ...kaon(1e-6), parent: 'Jpsi' }], { n_strata: 64, ctau_parent_m: 0 });
  const direction = numbers(table!, 'theta_lab');
  const counts = [0, 1, 2, 3].map(
    (quarter) => direction.filter((theta) => Math.floor((1 - Math.cos(theta)) * 2) === quarter).length,
  );
  expect(counts).toEqual([16, 16, 16, 16]);
});

test('mass shell, order of columns and clusters are as promised', async () => {
  const { table } = await decay([kaon(30), { parent: 'Jpsi', px: 1, py: 0, pz: 90, weight: 0.5 }], {
    n_strata: 4,
  });
  const [e, px, py, pz] = ['E', 'px', 'py', 'pz'].map((name) => numbers(table!, name));
  e!.forEach((energy, row) =>
    expect(energy ** 2 - px![row]! ** 2 - py![row]! ** 2 - pz![row]! ** 2).toBeCloseTo(0.01, 6),
  );
  expect([...numbers(table!, 'event_id')]).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  expect(labels(table!, 'parent_channel').labels).toEqual(['K', 'Jpsi']);
  expect(table!.metadata.conventions.join(' ')).toMatch(/nominal mass.*line shape of the rho/);
  expect(table!.metadata.values['m_phi_gev']).toBe(0.1);
});

test('the same seed gives the same bytes, another one others', async () => {
  const [one, same, other] = await Promise.all(
    [3, 3, 4].map((seed) => decay([kaon(30), kaon(80)], { seed })),
  );
  expect(same!.bytes!.equals(one!.bytes!)).toBe(true);
  expect(other!.bytes!.equals(one!.bytes!)).toBe(false);
});

test('a closed channel writes nothing and says so', async () => {
  const { result, table } = await decay([kaon(30)], { masses_gev: [0.4] });
  expect(result.fluxes).toEqual([{ m_phi_gev: 0.4, n_rows: 0 }]);
  expect(result.parents).toMatchObject([{ parent: 'K', open: false, B_hat: 0 }]);
  expect(result.warnings).toEqual([
    'All channels are closed at m_phi = 0.4 GeV for the lepton mu and the parents K: no flux was written. Choose lighter scalars or heavier parents.',
  ]);
  expect(table).toBeUndefined();
});

test('of several masses those whose channels are all closed are warned of', async () => {
  const { result } = await decay([kaon(30), { ...kaon(30), parent: 'D' }], { masses_gev: [0.1, 0.5, 1.8] });
  expect(result.warnings).toHaveLength(1);
  expect(result.warnings[0]).toMatch(/closed at m_phi = 1\.8 GeV .* parents K, D: these have no flux file/);
  expect((await decay([kaon(30)], { masses_gev: [0.1] })).result.warnings).toEqual([]);
});

test('an answer stays small with many masses, and the manifest has all of them', async () => {
  const masses = Array.from({ length: 64 }, (_none, i) => 0.05 + 0.001 * i);
  const parents = ['K', 'Jpsi', 'D'].map((parent) => ({ ...kaon(30), parent }));
  const { result, context } = await decay(parents, {
    masses_gev: masses,
    n_strata: 1,
    output_dir: 'a'.repeat(100),
  });
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(8192);
  expect(result).toMatchObject({
    n_fluxes: 64,
    fluxes: expect.arrayContaining([expect.anything()]) as unknown,
  });
  const text = readFileSync(path.join(context.workspace, result.manifest_path), 'utf8');
  const manifest = DecayManifest.parse(JSON.parse(text));
  expect(manifest.fluxes.map(({ m_phi_gev: mass }) => mass)).toEqual(masses);
  expect(manifest.parents).toHaveLength(3 * 64);
  expect(manifest.fluxes.slice(0, result.fluxes.length)).toEqual(result.fluxes);
});

test('the cone drops rows but leaves the weights of the others', async () => {
  const all = await decay([kaon(30)], { n_strata: 64 });
  const cone = await decay([kaon(30)], { n_strata: 64, theta_max_rad: 0.005 });
  const kept = [...numbers(all.table!, 'theta_lab')].filter((theta) => theta <= 0.005);
  expect(rowsOf(cone.table!)).toBe(kept.length);
  expect(kept.length).toBeLessThan(64);
  expect(cone.told[0]!.sum_of_weights).toBe(all.told[0]!.sum_of_weights);
});

test('fluxes that hold the same kind are refused', async () => {
  const context = contextIn();
  await decay([kaon(30)], {}, context);
  await expect(
    decay([kaon(30)], { parent_flux_paths: ['parents.jsonl', 'parents.jsonl'] }, context),
  ).rejects.toMatchObject({
    code: 'BAD_ARGUMENTS',
    hint: expect.stringContaining('counted twice') as unknown,
  });
});

const soft = { hemispheres: 'both-folded', sigma_norm_mb: 78.58466, charmonium: 'another_sample' };
const hard = { hemispheres: 'forward', sigma_norm_mb: 78.585, charmonium: 'this_sample' };

/** Two fluxes that say these things of themselves. */
async function together(...declared: readonly Record<string, string | number>[]) {
  const context = contextIn();
  const names = ['K', 'Jpsi'];
  const files = declared.map((values, i) => {
    const columns = ['px', 'py', 'pz', 'weight_per_collision'].map((name) => ({
      name,
      unit: '1',
      values: Float64Array.of(name === 'px' || name === 'py' ? 0 : 30),
    }));
    const parent = { name: 'parent', unit: '1', values: labelled([names[i]!]) };
    const said = { ...unknownMetadata('parentflux-1.0'), values };
    return { file: `parents${i}.arrow`, table: tableOf([parent, ...columns], said) };
  });
  for (const { file, table } of files) await writeTable(context.writePath(file), table);
  const paths = files.map(({ file }) => file);
  return decay([kaon(1)], { parent_flux_paths: paths, z_shield_m: 50 }, context);
}

test('fluxes of one detector go together however they were folded, and the scalars say so', async () => {
  const { table } = await together(soft, hard);
  expect(labels(table!, 'parent_channel').labels).toEqual(['K', 'Jpsi']);
  expect(table!.metadata.values).toMatchObject({ hemispheres: 'both-folded', sigma_norm_mb: 78.58466 });
});

test.each([
  ['one detector and two', soft, { ...hard, hemispheres: 'two-detectors' }, /a factor of 2/],
  ['collisions of other cross sections', soft, { ...hard, sigma_norm_mb: 80 }, /78\.58466 and of 80 mb/],
  ['charmonium of two samples', { ...soft, charmonium: 'this_sample' }, hard, /charmonium is taken from/],
])('fluxes of %s do not go together', async (_what, one, other, said) => {
  await expect(together(one, other)).rejects.toThrow(said);
});

test.each([
  ['an unknown kind', { parent: 'eta', px: 0, py: 0, pz: 1, weight: 1 }, /eta/],
  ['a negative weight', kaon(30, -1), /row 1 has weight/],
])('%s is refused', async (_what, parent, said) => {
  await expect(decay([parent])).rejects.toThrow(said);
});

test('values of one kind of parent are refused for several', async () => {
  const parents = [kaon(30), { ...kaon(30), parent: 'Jpsi' }];
  await expect(decay(parents, { ctau_parent_m: 1 })).rejects.toThrow(/one kind of parent/);
});

test('a branching fraction of 0 gives weights of 0', async () => {
  const { told } = await decay([kaon(100)], { branching_fraction: 0 });
  expect(told[0]).toMatchObject({ B_hat: 0, sum_of_weights: 0 });
  expect(told[0]!.mean_decay_probability).toBeCloseTo(0.0643514, 6);
});

test('a mass that is given twice is decayed once', async () => {
  const { result } = await decay([kaon(100)], { masses_gev: [0.1, 0.1] });
  expect(result.n_fluxes).toBe(1);
});

test('more draws than fit the memory are refused before they are made', async () => {
  const parents = Array.from({ length: 10_000 }, () => kaon(100));
  await expect(decay(parents, { n_strata: 4096 })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
});

test('momenta in MeV that say so are refused, not taken as GeV', async () => {
  const context = contextIn();
  const table = tableOf(
    ['px', 'py', 'pz', 'weight_per_collision'].map((name) => ({
      name,
      unit: name === 'weight_per_collision' ? '1' : 'MeV',
      values: Float64Array.of(1),
    })),
    { ...unknownMetadata('parentflux-1.0'), values: { parent: 'K' } },
  );
  await writeTable(path.join(context.workspace, 'mev.arrow'), table);
  await expect(decay([], { parent_flux_paths: ['mev.arrow'] }, context)).rejects.toThrow(
    'px is in "MeV", not in GeV',
  );
});

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { decayInVolumeVsCoupling } from '../src/decay-in-volume-vs-coupling.ts';
import { decayInVolumeVsLifetime } from '../src/decay-in-volume-vs-lifetime.ts';
import { decodeJsonl, encodeJsonl } from '../src/tables/index.ts';
import type { TableMetadata } from '../src/tables/metadata.ts';
import { YieldsFile } from '../src/yields/yields-file.ts';
import { contextIn } from './operation-context.ts';
import { fluxLines, type SampleRow } from './reference-yields.ts';

const SAMPLE: SampleRow[] = [
  { weight: 3.1e-4, vertex: [0, 0, 0], momentum: [0.35, -0.12, 412] },
  { weight: 5.5e-4, vertex: [-0.11, 0.08, 41.9], momentum: [0.27, -0.3, 96] },
];
const VOLUME = { z_min_m: 112, z_max_m: 163, r_volume_m: 0.92, z_det_m: 165, r_det_m: 0.92, x_off_m: 0 };
type Whole = Parameters<typeof decayInVolumeVsCoupling.run>[0];
type Asked = Partial<Whole>;
const ASKED: Whole = {
  ...VOLUME,
  m_phi_gev: 0.3,
  channel: 'mumu',
  preset: 'muon-only',
  n_int: 2.7e18,
  n_target: 3,
  g_min: 1e-9,
  g_max: 1,
  points_per_decade: 5,
  flux_path: 'flux.jsonl',
  output_path: 'yields.json',
};

/** Yields of a flux that says `values` of itself. */
async function yields(values: TableMetadata['values'], asked: Asked = {}, lines = fluxLines(SAMPLE)) {
  const context = contextIn();
  const table = decodeJsonl(lines, 'flux.jsonl');
  const told = encodeJsonl({ ...table, metadata: { ...table.metadata, values } }, false);
  writeFileSync(path.join(context.workspace, 'flux.jsonl'), told);
  const result = await decayInVolumeVsCoupling.run({ ...ASKED, ...asked }, context);
  const text = readFileSync(path.join(context.workspace, result.path), 'utf8');
  return { result, file: YieldsFile.parse(JSON.parse(text)) };
}

const ELECTRON_OVER_MUON = 0.00051099895 / 0.1056583755;

describe('a flux of scalars that electrons emit', () => {
  test('does not go with a scalar that couples to muons alone', async () => {
    await expect(yields({ lepton: 'e' })).rejects.toThrow('emitted by e, to which muon-only has no coupling');
  });
  test('counts with the square of that coupling', async () => {
    const asked: Asked = { preset: 'mass-proportional', g_grid: [1e-7, 1e-6] };
    const ofMuons = await yields({ lepton: 'mu' }, asked);
    const ofElectrons = await yields({ lepton: 'e' }, asked);
    ofMuons.file.yields.forEach(({ n_sig: n }, i) =>
      expect(ofElectrons.file.yields[i]!.n_sig / n / ELECTRON_OVER_MUON ** 2).toBeCloseTo(1, 12),
    );
    expect(ofElectrons.result.warnings.join()).toMatch(/emitted by e alone/);
    expect(ofElectrons.file.conventions[0]).toMatch(/of the production/);
  });
  test('has one coupling with a universal preset, and with a width of the caller', async () => {
    const asked: Asked = { preset: 'universal', g_grid: [1e-7, 1e-6] };
    expect((await yields({ lepton: 'e' }, asked)).file.yields).toEqual((await yields({}, asked)).file.yields);
    const own = await yields({ lepton: 'e' }, { width_ref_gev: 0.004, br_visible: 1 });
    expect(own.result.br_visible).toBe(1);
  });
});

test('a yield says what flux it rests on, and that one of two detectors is twice that of one', async () => {
  const kept = { lepton: 'mu', hemispheres: 'two-detectors', sigma_norm_mb: 78.585, z_shield_m: 50 };
  const { file, result } = await yields({ ...kept, B_hat: 1 });
  expect(file.flux).toEqual(kept);
  expect(result.warnings.join()).toContain('counts both');
  expect((await yields({ hemispheres: 'forward' })).result.warnings.join()).not.toContain('counts both');
});

test('shares of the parents are told at the edges too, where other parents carry the yield', async () => {
  const lines = fluxLines(SAMPLE).replace('"K"', '"D"');
  const { file } = await yields({}, {}, lines);
  const [hard, soft] = ['D', 'K'].map((name) => file.parents.find(({ parent }) => parent === name)!);
  for (const at of ['share_at_lower', 'share_at_peak', 'share_at_upper'] as const)
    expect(hard![at]! + soft![at]!).toBeCloseTo(1, 12);
  // At the upper edge scalars live shortly: the four times harder one carries all. At the lower one weights over momenta count.
  expect(hard!.share_at_upper).toBeGreaterThan(0.999);
  expect(soft!.share_at_lower! / hard!.share_at_lower!).toBeGreaterThan(2);
  expect(hard!.n_eff_at_upper).toBe(1);
});

test('photons are asked for of photons only', async () => {
  await expect(yields({}, { acceptance: 'two_photon' })).rejects.toThrow(
    'two_photon does not go with the channel mumu',
  );
});

test('a yield is not written over its flux', async () => {
  await expect(yields({}, { output_path: './flux.jsonl' })).rejects.toThrow(
    'output_path: is the same file as flux_path',
  );
});

const ROW = { event_id: 1, px: 0, py: 0, pz: 100, vx: 0, vy: 0, vz: 0, parent_channel: 'K' };

test.each([
  [{ pz: 1e308 }, 'row 1 has pz 1e+308'],
  [{ vx: -1e100 }, 'row 1 has vx -1e+100'],
  [{ event_weight_g2_stripped: 1e300 }, 'row 1 has event_weight_g2_stripped'],
  [{ pz: 1e-320 }, 'row 1 has no momentum'],
  [{ parent_channel: 'x'.repeat(5000) }, 'parent_channel holds'],
])('a row of impossible values is refused by name: %#', async (given, reason) => {
  const line = JSON.stringify({ ...ROW, event_weight_g2_stripped: 1, ...given });
  await expect(yields({}, {}, line)).rejects.toMatchObject({
    code: 'BAD_ARGUMENTS',
    message: expect.stringContaining(reason) as unknown,
  });
});

test('a scan of lifetimes tells shares at its edges as well', async () => {
  const context = contextIn();
  writeFileSync(path.join(context.workspace, 'flux.jsonl'), fluxLines(SAMPLE));
  const told = await decayInVolumeVsLifetime.run(
    {
      ...{ ...VOLUME, flux_path: 'flux.jsonl', output_path: 'yields.json', m_phi_gev: 0.3 },
      ...{ acceptance: 'none', ctau_min_m: 1e-4, ctau_max_m: 1e8, points_per_decade: 5, n_target: 1e-6 },
    },
    context,
  );
  expect(told.parents[0]).toMatchObject({ share_at_lower: 1, share_at_upper: 1 });
});

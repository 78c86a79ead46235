import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Geometry } from '../src/yields/cylinder.ts';
import type { Flux } from '../src/yields/flux.ts';

const Triple = z.tuple([z.number(), z.number(), z.number()]);
const GeometryM = z.object({
  z_shield: z.number(),
  z_min: z.number(),
  z_max: z.number(),
  R: z.number(),
  z_det: z.number(),
  R_det: z.number(),
  x_off: z.number(),
});
export type GeometryM = z.output<typeof GeometryM>;

const Row = z.object({ weight: z.number(), vertex: Triple, momentum: Triple });
const base = { id: z.string(), rel_tol: z.number() };

/** Each known structure of an entry; one that fits none is an error. */
const Entry = z.discriminatedUnion('process', [
  z.object({
    ...base,
    process: z.literal('phi -> mu mu, gamma gamma'),
    inputs: z.object({ m_phi: z.number(), g: z.number() }),
    expected: z.object({
      Gamma_mumu_hat: z.number(),
      Gamma_gammagamma_hat: z.number(),
      ReA: z.number(),
      ImA: z.number(),
      B_mumu: z.number(),
      ctau_m: z.number(),
    }),
  }),
  z.object({
    ...base,
    process: z.literal('ray'),
    inputs: z.object({ origin: Triple, direction: Triple, geometry: GeometryM, decay_length_m: z.number() }),
    expected: z.object({
      hits: z.boolean(),
      L_in: z.number().nullable(),
      L_out: z.number().nullable(),
      P_dec: z.number(),
    }),
  }),
  z.object({
    ...base,
    process: z.literal('daughter'),
    inputs: z.object({
      decay_vertex: Triple,
      direction: Triple,
      p: z.number(),
      m_phi: z.number(),
      m_daughter: z.number(),
      geometry: GeometryM,
    }),
    expected: z.object({ acceptance: z.number() }),
  }),
  z.object({
    ...base,
    process: z.literal('flight'),
    inputs: z.object({
      p: z.number(),
      m: z.number(),
      ctau_m: z.number(),
      theta: z.number(),
      z_shield: z.number(),
    }),
    expected: z.object({
      decay_length_m: z.number(),
      P_decay_before_shield: z.number(),
      mean_z_prod: z.number(),
    }),
  }),
  z.object({
    ...base,
    process: z.literal('boost'),
    inputs: z.object({
      m_parent: z.number(),
      p_parent: Triple,
      m_phi: z.number(),
      x: z.number(),
      cos_theta_star: z.number(),
      phi_star: z.number(),
    }),
    expected: z.object({ E: z.number(), px: z.number(), py: z.number(), pz: z.number() }),
  }),
  z.object({
    ...base,
    process: z.literal('llp_stats'),
    inputs: z.object({ parent: z.string(), m_parent: z.number(), p_parent: Triple, m_phi: z.number() }),
    expected: z.object({
      mean_E_lab: z.number(),
      mean_pz_lab: z.number(),
      fraction_theta_below_4mrad: z.number(),
    }),
  }),
  z.object({
    ...base,
    process: z.literal('toy'),
    inputs: z.object({
      N_int: z.number(),
      m_phi: z.number(),
      channel: z.enum(['mumu', 'gammagamma']),
      N_threshold: z.number(),
      geometry: GeometryM,
      daughter_acceptance: z.boolean(),
      sample: z.array(Row),
    }),
    expected: z.object({
      n_intersecting: z.number(),
      peak_N: z.number(),
      g_lower: z.number().nullable(),
      g_upper: z.number().nullable(),
      N_at: z.array(z.object({ g: z.number(), N: z.number() })),
    }),
  }),
  z.object({
    ...base,
    process: z.literal('DecayInVolumeVsLifetime'),
    inputs: z.object({
      m_phi: z.number(),
      ctau_m: z.number(),
      geometry: GeometryM,
      sample: z.array(Row),
    }),
    expected: z.object({ weighted_sum: z.number(), P_dec: z.array(z.number()) }),
  }),
]);
export type ReferenceEntry = z.output<typeof Entry>;
export type SampleRow = z.output<typeof Row>;

const file = path.join(import.meta.dirname, 'vectors', 'yields.json');

/** @throws ZodError for an entry of no known structure */
export const referenceEntries = z
  .object({ entries: z.array(Entry) })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).entries;

export const geometryOf = ({ z_min, z_max, R, z_det, R_det, x_off }: GeometryM): Geometry => ({
  zMin: z_min,
  zMax: z_max,
  radius: R,
  zDet: z_det,
  detRadius: R_det,
  xOff: x_off,
});

/** The arguments of an operation for a geometry. */
export const geometryArguments = ({ z_min, z_max, R, z_det, R_det, x_off }: GeometryM) => ({
  z_min_m: z_min,
  z_max_m: z_max,
  r_volume_m: R,
  z_det_m: z_det,
  r_det_m: R_det,
  x_off_m: x_off,
});

export function fluxOf(sample: readonly SampleRow[], clusters?: readonly number[]): Flux {
  const column = (pick: (row: SampleRow) => number) => Float64Array.from(sample, pick);
  return {
    momentum: [column((r) => r.momentum[0]), column((r) => r.momentum[1]), column((r) => r.momentum[2])],
    vertex: [column((r) => r.vertex[0]), column((r) => r.vertex[1]), column((r) => r.vertex[2])],
    weight: column((r) => r.weight),
    cluster: Int32Array.from(clusters ?? sample.map((_row, i) => i)),
    parentOf: new Int32Array(sample.length),
    parents: ['all'],
  };
}

/** The same as an llpflux-2.0 file that HEPTAPOD would write. */
export const fluxLines = (sample: readonly SampleRow[]): string =>
  sample
    .map(({ weight, vertex: [vx, vy, vz], momentum: [px, py, pz] }, i) =>
      JSON.stringify({
        event_id: i,
        E: Math.hypot(px, py, pz),
        ...{ px, py, pz, vx, vy, vz },
        theta_lab: Math.atan2(Math.hypot(px, py), pz),
        parent_channel: 'K',
        event_weight_g2_stripped: weight,
      }),
    )
    .map((line) => `${line}\n`)
    .join('');

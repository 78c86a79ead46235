import * as z from 'zod';

export const DecayedFlux = z.strictObject({
  m_phi_gev: z.number(),
  path: z.string().optional().describe('Absent when no channel is open.'),
  sha256: z.string().optional(),
  n_rows: z.number(),
});
export type DecayedFlux = z.output<typeof DecayedFlux>;

/** One kind of parent at one mass. Means are weighted, of all draws and exactly for these parents: they say how well the draws
 * converge. */
export const DecayedParent = z.strictObject({
  m_phi_gev: z.number(),
  parent: z.string(),
  open: z.boolean(),
  B_hat: z.number().describe('Branching fraction per g^2.'),
  n_parents: z.number(),
  n_backward: z.number().describe('Parents that fly backwards, not used.'),
  n_rows: z.number(),
  mean_decay_probability: z.number().describe('Before the shield, weighted.'),
  sum_of_weights: z.number(),
  mean_energy_gev: z.number().describe('Of all draws, weighted.'),
  mean_energy_exact_gev: z.number().describe('What it is for these parents: how well the draws converge.'),
  mean_vertex_z_m: z.number().describe('Place of the decay, of all draws.'),
  mean_vertex_z_exact_m: z.number(),
});
export type DecayedParent = z.output<typeof DecayedParent>;

/** `llpflux_manifest.json`, beside the fluxes. */
export const DecayManifest = z.strictObject({
  toolkit: z.string(),
  limitations: z.array(z.string()),
  unused: z.array(z.string()).describe('Kinds in the fluxes that were not asked for.'),
  warnings: z.array(z.string()).describe('Masses without a flux, and why.'),
  fluxes: z.array(DecayedFlux),
  parents: z.array(DecayedParent),
});
export type DecayManifest = z.output<typeof DecayManifest>;

export const DecayAnswer = DecayManifest.extend({
  manifest_path: z.string().describe('File with all of the fluxes and parents.'),
  n_fluxes: z.number(),
  fluxes: z.array(DecayedFlux).describe('One a mass; as many as fit here.'),
  parents: z.array(DecayedParent).describe('By mass; as many as fit here.'),
});
export type DecayAnswer = z.output<typeof DecayAnswer>;

/** Bytes for each of the two lists, so that an answer stays below 8 kB. */
const FLUXES_BYTES = 2600;
const PARENTS_BYTES = 3600;

/** What of a manifest is told at once. */
export const answerOf = (manifest: DecayManifest, manifestPath: string): DecayAnswer => ({
  ...manifest,
  manifest_path: manifestPath,
  n_fluxes: manifest.fluxes.length,
  fluxes: leading(manifest.fluxes, FLUXES_BYTES),
  parents: leading(manifest.parents, PARENTS_BYTES),
});

function leading<T>(rows: readonly T[], bytes: number): T[] {
  let left = bytes;
  const end = rows.findIndex((row) => (left -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0);
  return rows.slice(0, end < 0 ? rows.length : end);
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const Record = z.object({ pdg: z.number(), px: z.number(), py: z.number(), pz: z.number() });
export type Particle = z.output<typeof Record>;

const Entry = z.object({
  inputs: z.object({
    records: z.array(Record),
    sigma_gen_mb: z.number(),
    sigma_inel_mb: z.number(),
    theta_max: z.number(),
  }),
  expected: z.object({
    n_selected: z.record(z.string(), z.number()),
    weight_with_sigma: z.number(),
    mean_multiplicity: z.record(z.string(), z.number()),
  }),
});
const file = path.join(import.meta.dirname, 'vectors', 'harvest.json');
const { inputs, expected } = Entry.parse(JSON.parse(readFileSync(file, 'utf8')));

/** Four events of a particle each, counted by hand. */
export const referenceHarvest = {
  inputs,
  expected,
  options: {
    hemispheres: 'forward',
    theta_max_rad: inputs.theta_max,
    sigma_gen_mb: inputs.sigma_gen_mb,
    sigma_norm_mb: inputs.sigma_inel_mb,
    parents: ['K', 'Jpsi'],
    charmonium: 'this_sample',
  },
};

/** A line of evtjsonl-1.0. */
export function eventLine(particles: readonly Particle[]): string {
  const listed = particles.map(({ pdg, ...p }) => ({ id: pdg, ...p, E: Math.hypot(p.px, p.py, p.pz, 0.5) }));
  return `${JSON.stringify({ data: { n: 0, particles: listed } })}\n`;
}

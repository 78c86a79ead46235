import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { CollisionInput } from '../src/process-input.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { withInputs } from './declared-collision.ts';

const Entry = z.object({
  id: z.string(),
  inputs: z.record(z.string(), z.union([z.number(), z.boolean()])),
  expected: z.object({
    sigma_gev_minus2: z.number(),
    sigma_pb: z.number(),
    avg_M2_at_cos_0p3: z.number(),
  }),
  rel_tol: z.number(),
});
export type CollisionEntry = z.output<typeof Entry>;

/** Cross sections from helicity amplitudes at 32 digits, compared with closed forms. */
export const referenceCollisions: readonly CollisionEntry[] = z
  .array(Entry)
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'vectors/collisions.json'), 'utf8')));

export const structureOf = (id: string): string => id.replace(/^C\./, '').replace(/\.\d+$/, '');

/** The declaration of an entry; a new entry of a known structure needs nothing else. */
export function referenceCollision({ id, inputs }: CollisionEntry): CollisionInput {
  const diagram = COLLISIONS[structureOf(id)];
  if (diagram === undefined) throw new Error(`${id} has no diagram`);
  const { sqrt_s: sqrtS, cos_cut: cut, identical, ...rest } = inputs;
  const numbers = Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
  const range = typeof cut === 'number' ? { cos_min: -cut, cos_max: cut } : {};
  const declared = withInputs(diagram, numbers, { sqrt_s_gev: Number(sqrtS), ...range });
  if (identical !== false) return declared;
  const particles = declared.particles.map((p) =>
    p.field === 'V' ? { ...p, type: p.id === '1' ? ('particle' as const) : ('antiparticle' as const) } : p,
  );
  return { ...declared, particles };
}

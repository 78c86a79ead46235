import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { squaredAmplitude } from '../src/compute-squared-amplitude.ts';
import { DeclaredDiagram } from '../src/declaration/input.ts';

// Random declarations. The numbers are those of another program: explicit matrices in the Weyl representation, circular
// polarisations, Majorana vertices turned round with C G^T C^-1 as matrices, signs from permutations of the external fermions,
// Gauss-Legendre with 40 and 56 points, which agree.
const Entries = z.array(
  z.strictObject({
    kind: z.string(),
    declared: DeclaredDiagram,
    sqrt_s_gev: z.number(),
    cos_theta: z.number(),
    mean_square: z.number(),
    sigma_gev_minus2: z.number(),
  }),
);
const file = path.join(import.meta.dirname, 'vectors/independent-collisions.json');
const entries = Entries.parse(JSON.parse(readFileSync(file, 'utf8')));
const within = (value: number | undefined, expected: number): void =>
  expect(Math.abs((value ?? Number.NaN) / expected - 1)).toBeLessThan(1e-11);

describe('four fermions, interference and exchange as another program has them', () => {
  test.each(entries.map((entry, index) => [index, entry.kind, entry] as const))(
    '%i: %s',
    (_index, _kind, { declared, sqrt_s_gev, cos_theta, mean_square, sigma_gev_minus2 }) => {
      const at = { ...declared, sqrt_s_gev };
      within(squaredAmplitude({ ...at, cos_theta }).squared_amplitude.value, mean_square);
      within(collide({ ...at, cos_min: -0.7, cos_max: 0.8 }).cross_section_gev_minus2, sigma_gev_minus2);
    },
  );
});

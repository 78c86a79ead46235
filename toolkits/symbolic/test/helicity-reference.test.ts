import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { decayRate } from '../src/compute-decay-rate.ts';
import { DeclaredDiagram } from '../src/declaration/input.ts';

const file = path.join(import.meta.dirname, 'vectors', 'helicity-sums.json');
const vectors = JSON.parse(readFileSync(file, 'utf8')) as { width_gev: number; input: unknown }[];

// Random declarations of every class, in both conventions, with masses over twelve orders of magnitude. The widths are
// of a program that shares nothing with this toolkit: Weyl representation, helicity spinors, circular polarisations, a
// random direction of flight, Wick contractions written out one by one, 60 digits.
test.each(vectors.map((vector, index) => ({ ...vector, index })))(
  'declaration $index has the width that independent helicity sums give',
  ({ input, width_gev }) => {
    const { width_gev: found, check } = decayRate(DeclaredDiagram.parse(input));
    expect(Math.abs(found! / width_gev - 1)).toBeLessThan(1e-12);
    expect(check!.relative_difference).toBeLessThan(1e-11);
  },
);

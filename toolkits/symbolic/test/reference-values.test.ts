import { readFileSync } from 'node:fs';
import path from 'node:path';
import { evaluate, parseExpression } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { decayRate } from '../src/compute-decay-rate.ts';
import { referenceCollision } from './reference-collisions.ts';
import { referenceDecay, STANDARD_MODEL_DIAGRAMS, STRUCTURE_DIAGRAMS } from './reference-diagrams.ts';

const Vectors = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      structure: z.string().optional(),
      inputs: z.record(z.string(), z.number()),
      width_gev: z.number(),
      rel_tol: z.number(),
      note: z.string(),
    }),
  ),
});
const file = path.join(import.meta.dirname, 'vectors', 'two-body-decays.json');
const { entries } = Vectors.parse(JSON.parse(readFileSync(file, 'utf8')));
describe('the width of every reference entry is that of independent helicity sums at 40 digits', () => {
  test.each(entries)(
    '$id: $note',
    ({ id, structure, inputs, width_gev: expected, rel_tol: tolerance, note }) => {
      const result = decayRate(referenceDecay({ id, structure, inputs }));
      expect(Math.abs((result.width_gev ?? Number.NaN) - expected)).toBeLessThanOrEqual(tolerance * expected);
      expect(result.open).toBe(!note.startsWith('below threshold'));
      // The text a user gets gives the number too; near threshold a difference of squares costs it digits.
      const { sympy, symbols } = result.closed_form!;
      const values = new Map(symbols.map((name) => [name, { re: inputs[name]!, im: 0 }]));
      const formula = evaluate(parseExpression(sympy, { names: new Set(symbols) }), values);
      if (expected > 0) expect(Math.abs(formula.re / expected - 1)).toBeLessThanOrEqual(1e-8);
      else if (result.open === true) expect(formula.re).toBe(0);
    },
  );
});

test('every diagram of the fixture is used by an entry', () => {
  const used = new Set(entries.map(({ id, structure }) => structure ?? id));
  for (const name of [...Object.keys(STRUCTURE_DIAGRAMS), ...Object.keys(STANDARD_MODEL_DIAGRAMS)])
    expect(used, name).toContain(name);
});

test('an entry of an unknown structure fails instead of being left out', () => {
  const inputs = { mS: 10, m1: 1, m2: 2 };
  expect(() => referenceDecay({ id: 'A.StoFF.new.01', structure: 'StoFF.new', inputs })).toThrow(
    'StoFF.new has no diagram',
  );
  expect(() => referenceDecay({ id: 'B.K_enu', inputs })).toThrow('B.K_enu has no diagram');
  const collision = { inputs: {}, expected: { sigma_gev_minus2: 1, sigma_pb: 1, avg_M2_at_cos_0p3: 1 } };
  expect(() => referenceCollision({ ...collision, id: 'C.new.01', rel_tol: 1e-8 })).toThrow(
    'C.new.01 has no diagram',
  );
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { evaluate, parseExpression } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { decayRate } from '../src/compute-decay-rate.ts';
import { withValues } from './diagrams.ts';
import { STANDARD_MODEL_DIAGRAMS, STRUCTURE_DIAGRAMS } from './reference-diagrams.ts';

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
      const diagram = structure === undefined ? STANDARD_MODEL_DIAGRAMS[id] : STRUCTURE_DIAGRAMS[structure];
      expect(diagram, `no diagram for ${structure ?? id}`).toBeDefined();
      const result = decayRate(withValues(diagram!, inputs));
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

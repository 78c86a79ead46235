import * as z from 'zod';
import { FormulaNode } from './expression-nodes.ts';

const Text = z.string();

const ClosedFormOutput = z.strictObject({
  sympy: Text.describe('Partial width in GeV; SymPy syntax. Pass the symbols as locals.'),
  latex: Text.optional().describe('The same in LaTeX.'),
  symbols: z.array(Text).describe('Names in it; all real, masses positive.'),
  valid_for: Text.describe('Condition for an open decay; the width is 0 otherwise.'),
  tree: z
    .array(FormulaNode)
    .optional()
    .describe('The same as nodes, each after its arguments; the last is the whole.'),
});

const SquaredAmplitudeOutput = z.strictObject({
  sympy: Text.optional().describe('Averaged over initial, summed over final states; multiplicity included.'),
  value: z.number().optional().describe('Its value, GeV^2.'),
  tree: z
    .array(FormulaNode)
    .optional()
    .describe('The same as nodes, each after its arguments; the last is the whole.'),
});

const ConventionsOutput = z.strictObject({
  coupling_convention: Text,
  vertex: Text.describe('Feynman rule used.'),
  lagrangian: Text.describe('Lagrangian term it belongs to.'),
  spin_average: Text,
  symmetry_factor: Text.describe('1/2 for two identical products.'),
  multiplicity: Text,
  polarisation_sums: Text.optional().describe('Of external vectors.'),
  flux: Text,
  width_scheme: Text,
});

const CheckOutput = z.strictObject({
  helicity_value_gev: z.number().describe('Width from explicit spinors and polarisation vectors.'),
  closed_form_value_gev: z.number().describe('Value of the closed form from symbolic traces.'),
  relative_difference: z.number(),
});

/** What the operation answers; what cannot be said is left out. */
export const DecayResult = z.strictObject({
  process: Text.describe('Incoming and outgoing fields.'),
  width_gev: z.number().optional().describe('Partial width, GeV; absent when a name has no value.'),
  open: z.boolean().optional().describe('False at and below threshold; absent when a mass has no value.'),
  closed_form: ClosedFormOutput.optional(),
  squared_amplitude: SquaredAmplitudeOutput.optional(),
  conventions: ConventionsOutput,
  check: CheckOutput.optional().describe('Both engines, when both gave a number.'),
  engine: Text,
  warnings: z.array(Text),
  notes: z.array(Text),
});
export type DecayResult = z.output<typeof DecayResult>;

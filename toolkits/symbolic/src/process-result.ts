import * as z from 'zod';
import { FormulaNode } from './expression-nodes.ts';

const Text = z.string();

const Definition = z.strictObject({ name: Text, sympy: Text });
const Formula = {
  tree: z
    .array(FormulaNode)
    .optional()
    .describe('The same as nodes, each after its arguments; the last is the whole.'),
  symbols: z.array(Text).describe('Names in it and in its definitions; all real.'),
  definitions: z.array(Definition).describe('Names that stand for longer terms, in the order of their use.'),
};

const ClosedForm = z.strictObject({
  sympy: Text.describe('Cross section in GeV^-2; SymPy syntax. Pass the symbols as locals.'),
  latex: Text.optional(),
  ...Formula,
  valid_for: Text.describe('Condition for an open process.'),
});

export const SquaredAmplitude = z.strictObject({
  sympy: Text.optional().describe('Averaged over initial, summed over final states; multiplicity included.'),
  latex: Text.optional(),
  ...Formula,
  value: z.number().optional().describe('Its value at the given point.'),
});

export const ProcessConventions = z.strictObject({
  coupling_convention: Text,
  vertices: z.array(
    z.strictObject({
      id: Text,
      vertex: Text.describe('Feynman rule used.'),
      lagrangian: Text.describe('Lagrangian term it belongs to.'),
    }),
  ),
  diagrams: z.array(
    z.strictObject({
      name: Text,
      relative_sign: Text.describe('Relative to the first, from exchanged fermions.'),
    }),
  ),
  spin_average: Text,
  symmetry_factor: Text,
  multiplicity: Text,
  polarisation_sums: Text.optional().describe('Of external vectors.'),
  propagators: Text.optional().describe('How the declared propagators are read.'),
  flux: Text,
});
export type ProcessConventions = z.output<typeof ProcessConventions>;

export const ProcessCheck = z.strictObject({
  helicity_value: z.number().describe('From explicit spinors and polarisation vectors.'),
  closed_form_value: z.number().describe('Value of the closed form from symbolic traces.'),
  relative_difference: z.number().describe('The largest one, points of dsigma/dcos included.'),
});
export type ProcessCheck = z.output<typeof ProcessCheck>;

const Shared = {
  process: Text.describe('Incoming and outgoing fields.'),
  open: z.boolean().optional().describe('False at and below threshold; absent when it is not known.'),
  conventions: ProcessConventions,
  check: ProcessCheck.optional(),
  engine: Text,
  warnings: z.array(Text),
  notes: z.array(Text),
};

export const CrossSectionResult = z.strictObject({
  cross_section_pb: z.number().optional(),
  cross_section_gev_minus2: z.number().optional(),
  differential: z
    .array(
      z.strictObject({
        cos_theta: z.number(),
        dsigma_dcos_pb: z.number(),
        dsigma_dcos_gev_minus2: z.number(),
      }),
    )
    .optional()
    .describe('dsigma/dcos(theta), with the factor of identical particles.'),
  closed_form: ClosedForm.optional(),
  squared_amplitude: SquaredAmplitude.optional(),
  ...Shared,
});
export type CrossSectionResult = z.output<typeof CrossSectionResult>;

export const AmplitudeResult = z.strictObject({ squared_amplitude: SquaredAmplitude, ...Shared });
export type AmplitudeResult = z.output<typeof AmplitudeResult>;

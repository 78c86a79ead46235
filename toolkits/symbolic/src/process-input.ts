import * as z from 'zod';
import { DeclaredDiagram } from './declaration/input.ts';

const Energy = z
  .number()
  .optional()
  .describe('Centre-of-mass energy, GeV. Without it: closed form, no number.');

/** Asks for formulas as lists of nodes besides. */
const FormulaTree = {
  formula_tree: z.boolean().optional().describe('true: formulas also as lists of nodes.'),
};

/** A declared decay. */
export const DecayInput = z.strictObject({ ...DeclaredDiagram.shape, ...FormulaTree });
export type DecayInput = z.output<typeof DecayInput>;

/** A declared collision 2 -> 2 and what is wanted of it. */
export const CollisionInput = z.strictObject({
  ...DeclaredDiagram.shape,
  sqrt_s_gev: Energy,
  cos_min: z
    .number()
    .min(-1)
    .max(1)
    .optional()
    .describe('Lower cut on cos(theta), first incoming to first outgoing; else -1.'),
  cos_max: z.number().min(-1).max(1).optional().describe('Upper cut on cos(theta); else 1.'),
  ...FormulaTree,
  cos_points: z
    .array(z.number().min(-1).max(1))
    .max(50)
    .optional()
    .describe('cos(theta) at which dsigma/dcos(theta) is wanted.'),
});
export type CollisionInput = z.output<typeof CollisionInput>;

/** A declared decay or collision at one point of phase space. */
export const AmplitudeInput = z.strictObject({
  ...DeclaredDiagram.shape,
  ...FormulaTree,
  sqrt_s_gev: Energy,
  cos_theta: z
    .number()
    .min(-1)
    .max(1)
    .optional()
    .describe(
      'Angle between the first incoming and the first outgoing particle, for the number of a collision.',
    ),
});
export type AmplitudeInput = z.output<typeof AmplitudeInput>;

import * as z from 'zod';
import { VERTEX_CLASSES } from './vertex-classes.ts';

const Id = z.string().min(1).max(24);
const Arithmetic = z.string().min(1).max(200);

const ParticleInput = z.strictObject({
  id: Id.describe('Unique label ("a", "1"); vertices refer to it.'),
  role: z
    .enum(['incoming', 'outgoing', 'propagator'])
    .describe('Decay: 1 incoming, 2 outgoing. Collision: 2 and 2. "propagator": an inner line.'),
  field: z
    .string()
    .min(1)
    .max(24)
    .describe('Quantum field: particles of one field are identical or antiparticles of each other.'),
  spin: z.enum(['0', '1/2', '1']).describe('Spin in units of hbar.'),
  type: z
    .enum(['particle', 'antiparticle', 'self-conjugate'])
    .describe('"self-conjugate": real scalar, real vector or Majorana fermion.'),
  mass: Arithmetic.describe(
    'Mass in GeV, not negative: a decimal ("320"), a parameter ("mf") or arithmetic.',
  ),
  diagram: Id.optional().describe('Diagram of a propagator, "1" when left out.'),
  width: Arithmetic.optional().describe(
    'Total width in GeV, in s-channel denominators; of a product only warned about.',
  ),
  charge: z.number().optional().describe('Electric charge of this entry (positron: 1); checked.'),
  helicity_states: z
    .number()
    .int()
    .min(1)
    .max(3)
    .optional()
    .describe('Collision: spin states to average over, 1 for a neutrino; else found.'),
});
export type ParticleInput = z.output<typeof ParticleInput>;

const VertexInput = z.strictObject({
  id: Id.describe('Unique label; terms refer to it.'),
  diagram: Id.optional().describe('Its diagram, "1" when left out.'),
  class: z.enum(VERTEX_CLASSES).describe('Fields that meet: F fermion, S scalar, V vector.'),
  legs: z
    .array(Id)
    .min(1)
    .max(8)
    .describe(
      'Particle ids in the order of the class. FF: first the barred field (outgoing particle or incoming antiparticle), then the unbarred one; FFFF: two such pairs.',
    ),
});
export type VertexInput = z.output<typeof VertexInput>;

const TermInput = z.strictObject({
  vertex: Id.describe('Id of its vertex.'),
  // As a list of all 48 values the schema would be longer than what Codex shows a model with its descriptions.
  structure: z
    .string()
    .min(1)
    .max(24)
    .describe(
      'FFS: 1, g5, PL, PR. FFV: gamma, gamma.g5, gamma.PL, gamma.PR, dipoles sigma.q = i sigma^{mu nu} q_nu and sigma.q.g5. VVS: g, FF = V1_{mu nu} V2^{mu nu}, FFdual. SSV: p1-p2. VVV: YM. SSS, SSSS: 1. VVSS: g. FFFF: A*B, both as of FFS or both gammas, such as gamma.PL*gamma.PL. PL=(1-g5)/2. Momenta incoming.',
    ),
  coupling: Arithmetic.describe(
    'A decimal, a parameter or arithmetic; I is the imaginary unit ("-I*y"). GeV for SSS and VVS g, 1/GeV for dipoles, FF and FFdual, 1/GeV^2 for FFFF, else without unit.',
  ),
});
export type TermInput = z.output<typeof TermInput>;

const ParameterInput = z.strictObject({
  name: z.string().min(1).max(32).describe('A letter, then letters, digits or _; not I, pi or a function.'),
  value: z.number().optional().describe('Real (masses in GeV). Without it: closed form, no number.'),
});
export type ParameterInput = z.output<typeof ParameterInput>;

/** The declared diagram: flat, so that every client can send it. */
export const DeclaredDiagram = z.strictObject({
  particles: z.array(ParticleInput).min(1).max(40).describe('External particles and propagators.'),
  vertices: z.array(VertexInput).min(1).max(40).describe('A two-body decay has exactly one.'),
  terms: z.array(TermInput).min(1).max(96).describe('A vertex is the sum of its terms.'),
  parameters: z.array(ParameterInput).max(80).optional().describe('Every name used in a mass or a coupling.'),
  coupling_convention: z
    .enum(['vertex', 'lagrangian'])
    .describe(
      '"vertex": Feynman rule = i*coupling*structure. "lagrangian": coupling is the coefficient in L; n! for identical fields, 2 for a Majorana bilinear and the conjugate term are supplied.',
    ),
  spin_average: z.number().optional().describe('Average over initial spins, such as 0.5; else found.'),
  symmetry_factor: z
    .number()
    .optional()
    .describe('For identical outgoing particles, such as 0.5; else found.'),
  multiplicity: z
    .number()
    .optional()
    .describe('Final colour sum / initial colour states, 3 for H -> b bbar; else 1.'),
});
export type DeclaredDiagram = z.output<typeof DeclaredDiagram>;

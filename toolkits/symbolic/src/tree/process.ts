import type { PolynomialContext } from '../algebra/coupling-polynomial.ts';
import { Generators } from '../algebra/generators.ts';
import { conjugatePairWarnings } from '../convention/conjugate-pairs.ts';
import type { Factors } from '../convention/factor.ts';
import { fieldNumberWarnings } from '../convention/field-number.ts';
import { processFactors } from '../convention/process-factors.ts';
import type { Convention } from '../convention/resolve-vertex.ts';
import { readCharges } from '../declaration/charges.ts';
import { fault, unsupported } from '../declaration/fault.ts';
import type { DeclaredDiagram } from '../declaration/input.ts';
import { type Parameters, readParameters } from '../declaration/parameters.ts';
import { type Particle, readParticles } from '../declaration/particles.ts';
import { isZero } from '../declaration/quantity.ts';
import { unusedNames } from '../declaration/unused-names.ts';
import { checkCharges } from './charge-checks.ts';
import { repetitionWarnings } from './repeated-diagrams.ts';
import { type ResolvedTree, resolveTree } from './resolve-tree.ts';
import { readTopologies } from './topology.ts';
import { checkMasslessVectors } from './vector-checks.ts';

/** A process of declared tree diagrams, found sound and ready for both engines. */
export type Process = {
  readonly incoming: readonly Particle[];
  readonly outgoing: readonly Particle[];
  /** Incoming, then outgoing ones. */
  readonly externals: readonly Particle[];
  readonly trees: readonly ResolvedTree[];
  readonly convention: Convention;
  readonly parameters: Parameters;
  readonly factors: Factors;
  readonly context: PolynomialContext;
  readonly warnings: readonly string[];
};

/** @throws ToolbaseError BAD_ARGUMENTS, BAD_EXPRESSION or UNSUPPORTED, naming the field */
export function readProcess(input: DeclaredDiagram): Process {
  const parameters = readParameters(input.parameters ?? []);
  const members = readParticles(input.particles, parameters);
  const incoming = members.externals.filter(({ role }) => role === 'incoming');
  const outgoing = members.externals.filter(({ role }) => role === 'outgoing');
  checkCounts(incoming, outgoing);
  const externals = [...incoming, ...outgoing];
  const context = { generators: new Generators(), values: parameters.values };
  const convention = input.coupling_convention;
  const topologies = readTopologies(input.vertices, input.terms, { ...members, externals }, parameters);
  const ofCharges = checkCharges(externals, topologies, readCharges(input.particles));
  const trees = topologies.map((topology) => resolveTree(topology, externals, convention, context));
  const vertices = trees.flatMap((tree) => tree.vertices);
  for (const { declared, resolved } of vertices) checkMasslessVectors(resolved.vertex, declared.at, context);
  const { factors, warnings: ofFactors } = processFactors(input, incoming, outgoing);
  const warnings = [
    ...vertices.flatMap(({ id, resolved }) =>
      [...resolved.warnings, ...fieldNumberWarnings(resolved.vertex)].map((text) => `Vertex ${id}: ${text}`),
    ),
    ...(convention === 'vertex' ? conjugatePairWarnings(vertices, context) : []),
    ...ofFactors,
    ...ofCharges,
    ...repetitionWarnings(trees, externals),
    ...unusedNames(input, parameters),
  ];
  return { incoming, outgoing, externals, trees, convention, parameters, factors, context, warnings };
}

function checkCounts(incoming: readonly Particle[], outgoing: readonly Particle[]): void {
  if (incoming.length > 2 || incoming.length === 0)
    throw fault(
      'particles',
      `there are ${incoming.length} incoming particles`,
      'Declare one for a decay and two for a collision, with role "incoming".',
    );
  if (outgoing.length !== 2)
    throw unsupported(
      'particles',
      `${outgoing.length} outgoing particles are not supported`,
      'Declare two outgoing particles: 1 -> 2 decays and 2 -> 2 collisions are computed.',
    );
  const [only] = incoming;
  if (incoming.length === 1 && only !== undefined && isZero(only.mass))
    throw fault(`${only.at}/mass`, 'a massless particle does not decay', 'Give its mass in GeV.');
}

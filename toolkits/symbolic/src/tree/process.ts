import type { PolynomialContext } from '../algebra/coupling-polynomial.ts';
import { Generators } from '../algebra/generators.ts';
import { type Factor, factorText, readFactor } from '../convention/factor.ts';
import { fieldNumberWarnings } from '../convention/field-number.ts';
import { operatorOf } from '../convention/identical.ts';
import type { Convention } from '../convention/resolve-vertex.ts';
import { fault, unsupported } from '../declaration/fault.ts';
import type { DeclaredDiagram } from '../declaration/input.ts';
import { type Parameters, readParameters } from '../declaration/parameters.ts';
import { type Particle, readParticles } from '../declaration/particles.ts';
import { isZero } from '../declaration/quantity.ts';
import type { Factors } from '../numeric/width.ts';
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
  const trees = readTopologies(input.vertices, input.terms, { ...members, externals }, parameters).map(
    (topology) => resolveTree(topology, externals, convention, context),
  );
  const vertices = trees.flatMap((tree) => tree.vertices);
  for (const { declared, resolved } of vertices) checkMasslessVectors(resolved.vertex, declared.at, context);
  const { factors, overridden } = readFactors(input, incoming, outgoing);
  const warnings = [
    ...vertices.flatMap(({ id, resolved }) =>
      [...resolved.warnings, ...fieldNumberWarnings(resolved.vertex)].map((text) => `Vertex ${id}: ${text}`),
    ),
    ...overridden,
    ...repeated(trees),
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

const ONE: Factor = { numerator: 1n, denominator: 1n };

/** Spin states an incoming particle is averaged over. */
export function statesOf({ spin, mass, helicityStates }: Particle): number {
  if (helicityStates !== undefined) return helicityStates;
  if (spin === '0') return 1;
  return spin === '1/2' || isZero(mass) ? 2 : 3;
}

function readFactors(
  input: DeclaredDiagram,
  incoming: readonly Particle[],
  outgoing: readonly Particle[],
): { factors: Factors; overridden: string[] } {
  const overridden: string[] = [];
  const chosen = (field: 'spin_average' | 'symmetry_factor', found: Factor): Factor => {
    const given = input[field];
    if (given === undefined) return found;
    const factor = readFactor(field, given, 1);
    if (factorText(factor) !== factorText(found))
      overridden.push(
        `${field} ${factorText(factor)} was given; the declaration implies ${factorText(found)}.`,
      );
    return factor;
  };
  for (const particle of incoming) {
    const { helicityStates, spin, at } = particle;
    if (
      helicityStates !== undefined &&
      (spin === '0' ? helicityStates !== 1 : spin === '1/2' && helicityStates > 2)
    )
      throw fault(
        `${at}/helicity_states`,
        `a particle of spin ${spin} does not have ${helicityStates} spin states`,
        'Leave it out, or give 1 for a neutrino or a polarised beam.',
      );
  }
  const states = incoming.map(statesOf).reduce((total, count) => total * count, 1);
  const [first, second] = outgoing;
  const identical =
    first !== undefined &&
    second !== undefined &&
    first.field === second.field &&
    operatorOf(first) === operatorOf(second);
  const { multiplicity } = input;
  return {
    factors: {
      spinAverage: chosen('spin_average', { numerator: 1n, denominator: BigInt(states) }),
      symmetryFactor: chosen('symmetry_factor', { numerator: 1n, denominator: identical ? 2n : 1n }),
      multiplicity: multiplicity === undefined ? ONE : readFactor('multiplicity', multiplicity, 1e6),
    },
    overridden,
  };
}

/** Diagrams that join the same particles by the same fields count twice. */
function repeated(trees: readonly ResolvedTree[]): string[] {
  const seen = new Map<string, string>();
  return trees.flatMap(({ tree, vertices }) => {
    const fields = new Map(tree.lines.map(({ propagator }) => [propagator.id, `(${propagator.field})`]));
    const key = vertices
      .map(({ declared }) =>
        [declared.class, ...declared.legs.map(({ id }) => fields.get(id) ?? id).sort()].join(' '),
      )
      .sort()
      .join('; ');
    const other = seen.get(key);
    seen.set(key, other ?? tree.name);
    return other === undefined
      ? []
      : [`Diagrams ${other} and ${tree.name} join the same particles by the same fields: both are added.`];
  });
}

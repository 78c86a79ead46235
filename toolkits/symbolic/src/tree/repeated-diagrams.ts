import { operatorOf } from '../convention/identical.ts';
import { quoted } from '../declaration/fault.ts';
import { label, type Particle } from '../declaration/particles.ts';
import type { ResolvedTree } from './resolve-tree.ts';
import type { Line } from './topology.ts';

/** What is said of diagrams that are declared too often or too seldom: those that join the same particles by the same
 * fields count twice, unless a propagator may run both ways, which makes two of them. */
export const repetitionWarnings = (
  trees: readonly ResolvedTree[],
  externals: readonly Particle[],
): string[] => [...repeated(trees, externals), ...oneWay(trees, externals)];

function repeated(trees: readonly ResolvedTree[], externals: readonly Particle[]): string[] {
  const seen = new Map<string, ResolvedTree[]>();
  return trees.flatMap((tree) => {
    const key = `${joined(tree)}; ${tree.tree.lines.map((line) => directionOf(tree, line)).join('; ')}`;
    const others = seen.get(key) ?? [];
    seen.set(key, [...others, tree]);
    const [first] = others;
    const isReversal = others.length === 1 && tree.tree.lines.some((line) => isTwoWayBoson(line, externals));
    return first === undefined || isReversal
      ? []
      : [
          `Diagrams ${first.tree.name} and ${tree.tree.name} join the same particles by the same fields: both are added.`,
        ];
  });
}

/** A complex field between sets of particles that are their own antiparticles runs both ways, as much as one of them. */
function oneWay(trees: readonly ResolvedTree[], externals: readonly Particle[]): string[] {
  return trees.flatMap((tree) => {
    const line = tree.tree.lines.find((own) => runsBothWays(own, externals));
    if (line === undefined) return [];
    const isReversed = (other: ResolvedTree): boolean =>
      other !== tree &&
      joined(other) === joined(tree) &&
      (isTwoWayBoson(line, externals) ||
        other.tree.lines.some((own) => directionOf(other, own) !== directionOf(tree, line)));
    return trees.some(isReversed)
      ? []
      : [
          `Diagram ${tree.tree.name}: ${label(line.propagator)} is not its own antiparticle and may run either way between its vertices, which are two diagrams; only one is declared. Declare the other one too, with the conjugate term at each vertex (${line.propagator.spin === '1/2' ? 'legs [bar, unbarred] exchanged, ' : ''}conjugate couplings), or make ${quoted(line.propagator.field)} self-conjugate.`,
        ];
  });
}

/** The vertices by class, external particles and fields of propagators. */
function joined({ tree, vertices }: ResolvedTree): string {
  const fields = new Map(tree.lines.map(({ propagator }) => [propagator.id, `(${propagator.field})`]));
  return vertices
    .map(({ declared }) =>
      [declared.class, ...declared.legs.map(({ id }) => fields.get(id) ?? id).sort()].join(' '),
    )
    .sort()
    .join('; ');
}

/** The external particles at the vertex that makes a Dirac propagator; of others the direction makes no difference. */
function directionOf({ vertices }: ResolvedTree, { propagator: { id, spin, type } }: Line): string {
  if (spin !== '1/2' || type === 'self-conjugate') return '';
  const source = vertices.find(({ declared }) =>
    declared.legs.some((leg) => leg.id === id && leg.role === 'outgoing'),
  );
  const ids = source?.declared.legs.map((leg) => leg.id) ?? [];
  return ids
    .filter((other) => other !== id)
    .sort()
    .join(' ');
}

const isTwoWayBoson = (line: Line, externals: readonly Particle[]): boolean =>
  line.propagator.spin !== '1/2' && runsBothWays(line, externals);

/** Whether nothing outside tells a complex propagator which way to run. */
function runsBothWays({ propagator, flow }: Line, externals: readonly Particle[]): boolean {
  if (propagator.type === 'self-conjugate') return false;
  const [one, other] = [true, false].map((side) => externals.filter(({ id }) => flow.has(id) === side));
  return isOwnConjugateSet(one ?? []) && isOwnConjugateSet(other ?? []);
}

function isOwnConjugateSet(particles: readonly Particle[]): boolean {
  const net = new Map<string, number>();
  for (const particle of particles) {
    if (particle.type === 'self-conjugate') continue;
    const sign = operatorOf(particle) === particle.field ? 1 : -1;
    net.set(particle.field, (net.get(particle.field) ?? 0) + sign);
  }
  return [...net.values()].every((number) => number === 0);
}

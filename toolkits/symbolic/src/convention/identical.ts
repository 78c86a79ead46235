import { fault, quoted } from '../declaration/fault.ts';
import type { Particle } from '../declaration/particles.ts';
import type { Legs } from '../declaration/vertex.ts';
import { weighted } from './coupling.ts';
import { isFermionVertex, type FermionVertex, legsOf, type Vertex } from './vertex.ts';

/** Which operator of a term makes or takes this leg: equal for legs that Wick contractions may exchange. */
export function operatorOf({ field, role, type }: Particle): string {
  if (type === 'self-conjugate') return field;
  return (role === 'incoming') === (type === 'particle') ? field : `${field}^dagger`;
}

/** Of the same field in the hermitian conjugate of the term. */
export const adjointOperator = (leg: Particle): string =>
  operatorOf({ ...leg, role: leg.role === 'incoming' ? 'outgoing' : 'incoming' });

/** True for two fields that one Majorana bilinear joins. */
export const isMajoranaPair = ({ bar, unbarred }: FermionVertex): boolean =>
  bar.type === 'self-conjugate' && bar.field === unbarred.field;

const FACTORIALS = [1, 1, 2, 6, 24];

/** Number of Wick contractions of a term with these bosons: n! for n identical fields. */
export function bosonContractions(legs: Legs): number {
  const counts = new Map<string, number>();
  for (const leg of legs) counts.set(operatorOf(leg), (counts.get(operatorOf(leg)) ?? 0) + 1);
  return [...counts.values()].reduce((total, n) => total * (FACTORIALS[n] ?? 1), 1);
}

/** The bilinear with its two Majorana fields exchanged: chibar Gamma chi' = chi'bar (C Gamma^T C^-1) chi. */
export const majoranaFlip = (vertex: FermionVertex): FermionVertex => ({
  ...vertex,
  bar: vertex.unbarred,
  unbarred: vertex.bar,
  even: weighted(vertex.even, vertex.class === 'FFS' ? 1 : -1),
  dipole: { even: weighted(vertex.dipole.even, -1), odd: weighted(vertex.dipole.odd, -1) },
});

/** An antisymmetric structure between identical bosons is zero: say so instead of computing with it.
 * @throws ToolbaseError BAD_ARGUMENTS */
export function checkBoseSymmetry(vertex: Vertex, at: string): void {
  if (isFermionVertex(vertex)) return;
  if (vertex.class !== 'SSV' && vertex.class !== 'VVV') return;
  const legs = legsOf(vertex);
  const twin = legs.find((leg, index) => legs.some((o, j) => j < index && operatorOf(o) === operatorOf(leg)));
  if (twin === undefined) return;
  throw fault(
    `${at}/legs`,
    `the ${vertex.class} vertex of two identical fields ${quoted(twin.field)} vanishes by Bose symmetry`,
    'Give the two legs different fields, or declare a complex pair as particle and antiparticle.',
  );
}

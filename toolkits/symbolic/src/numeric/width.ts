import { type Factors, factorValue } from '../convention/factor.ts';
import type { Vertex } from '../convention/vertex.ts';
import type { Externals } from '../declaration/particles.ts';
import { singleVertexTree } from '../tree/resolve-tree.ts';
import type { OnShell } from './external-waves.ts';
import type { Momentum } from './four-vector.ts';
import { type Kinematics, momentumOf, thresholdGap, twoBody } from './kinematics.ts';
import { numericTree } from './numeric-tree.ts';
import { spinsAt, summedSquare } from './summed-square.ts';

/** How far the declared values lead. */
export type NumericWidth =
  | { readonly kind: 'symbolic' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'open' }
  | { readonly kind: 'width'; readonly widthGeV: number; readonly meanSquare: number };

/** Partial width from the sum over helicities: S p/(8 pi M^2) <|M|^2>. `closed` at and below threshold; `open` when
 * only a coupling has no value; `symbolic` when a mass has none.
 * @param direction unit vector of the first product; the result does not depend on it */
export function helicityWidth(
  externals: Externals,
  vertex: Vertex,
  factors: Factors,
  direction: Momentum = [0, 0, 1],
): NumericWidth {
  const gap = thresholdGap(externals);
  if (gap === undefined) return { kind: 'symbolic' };
  if (gap <= 0) return { kind: 'closed' };
  const particles = [externals.parent, ...externals.products];
  const tree = numericTree(singleVertexTree(vertex, particles));
  if (tree === undefined) return { kind: 'open' };
  const [m = 0, m1 = 0, m2 = 0] = particles.map(({ mass }) => mass.value?.re);
  const kinematics = twoBody(m, m1, m2, gap);
  const point = { states: statesOf(externals, kinematics, direction), inverse: () => ({ re: 1, im: 0 }) };
  const sum = summedSquare([tree], spinsAt(particles, point, 'transverse'), point);
  const meanSquare = factorValue(factors.spinAverage) * factorValue(factors.multiplicity) * sum;
  const widthGeV = (factorValue(factors.symmetryFactor) * kinematics.p * meanSquare) / (8 * Math.PI * m * m);
  return { kind: 'width', widthGeV, meanSquare };
}

/** The decaying particle at rest and its products back to back. */
function statesOf(
  { parent, products }: Externals,
  kinematics: Kinematics,
  direction: Momentum,
): ReadonlyMap<string, OnShell> {
  const { parentMass, masses, energies, p } = kinematics;
  const [x, y, z] = direction;
  const product = (which: 0 | 1): OnShell => ({
    energy: energies[which],
    mass: masses[which],
    momentum: momentumOf(kinematics, which, direction),
    along: which === 0 ? direction : [-x, -y, -z],
    p,
  });
  const atRest = {
    energy: parentMass,
    mass: parentMass,
    momentum: [0, 0, 0] as const,
    along: direction,
    p: 0,
  };
  return new Map([
    [parent.id, atRest],
    [products[0].id, product(0)],
    [products[1].id, product(1)],
  ]);
}

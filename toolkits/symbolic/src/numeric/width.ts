import { couplingValue } from '../convention/coupling.ts';
import { type Factor, factorValue } from '../convention/factor.ts';
import { isFermionVertex, type Vertex } from '../convention/vertex.ts';
import type { Externals } from '../declaration/particles.ts';
import type { Momentum } from './four-vector.ts';
import { type CouplingValues, summedSquare } from './helicity-sum.ts';
import { thresholdGap, twoBody } from './kinematics.ts';
import { externalStates } from './states.ts';

export type Factors = {
  readonly spinAverage: Factor;
  readonly symmetryFactor: Factor;
  readonly multiplicity: Factor;
};

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
  const couplings = couplingValues(vertex);
  if (couplings === undefined) return { kind: 'open' };
  const [m = 0, m1 = 0, m2 = 0] = [externals.parent, ...externals.products].map(({ mass }) => mass.value?.re);
  const kinematics = twoBody(m, m1, m2, gap);
  const sum = summedSquare(vertex, couplings, externalStates(externals, kinematics, direction));
  const meanSquare = factorValue(factors.spinAverage) * factorValue(factors.multiplicity) * sum;
  const widthGeV = (factorValue(factors.symmetryFactor) * kinematics.p * meanSquare) / (8 * Math.PI * m * m);
  return { kind: 'width', widthGeV, meanSquare };
}

function couplingValues(vertex: Vertex): CouplingValues | undefined {
  if (!isFermionVertex(vertex)) {
    const single = couplingValue(vertex.coupling);
    return single === undefined ? undefined : { single };
  }
  const [even, odd] = [couplingValue(vertex.even), couplingValue(vertex.odd)];
  return even === undefined || odd === undefined ? undefined : { even, odd };
}

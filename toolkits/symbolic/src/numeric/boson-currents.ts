import type { BosonStructure, BosonVertex } from '../convention/vertex.ts';
import { add, type Complex, real, scaled, times, ZERO } from './complex.ts';
import { dot, type FourVector, METRIC, minus, scaledBy, sumOf } from './four-vector.ts';

/** What arrives on a leg of a vertex: a vector or a scalar, and the momentum flowing in. The current of an open leg is
 * undefined. */
export type Arrival = {
  readonly current: FourVector | Complex | undefined;
  readonly inflow: FourVector;
};

const isVector = (value: FourVector | Complex | undefined): value is FourVector => Array.isArray(value);

/** Structure with all arrivals but one put in: a vector with the open index up, or a number. */
export function bosonCurrent(
  structure: BosonStructure,
  name: BosonVertex['class'],
  arrivals: readonly Arrival[],
  open: number,
): FourVector | Complex {
  const scalars = arrivals
    .map(({ current }) => current)
    .filter((current): current is Complex => current !== undefined && !isVector(current))
    .reduce(times, real(1));
  const vector = (index: number): FourVector => {
    const current = arrivals[index]?.current;
    if (!isVector(current)) throw new RangeError(`leg ${index} is no vector`);
    return current;
  };
  const inflow = (index: number): FourVector => arrivals[index]?.inflow ?? NONE;
  switch (structure) {
    case '1':
      return scalars;
    case 'p1-p2': {
      const difference = minus(inflow(0), inflow(1));
      if (open === 2) return scaledBy(difference, scalars);
      return times(scalars, dot(difference, vector(2)));
    }
    case 'g':
      if (open > 1) return times(scalars, dot(vector(0), vector(1)));
      return scaledBy(vector(1 - open), scalars);
    case 'FF':
    case 'FFdual':
      return fieldStrengths(
        structure,
        arrivals.map(({ inflow: k }) => k),
        vector,
        open,
        scalars,
      );
    case 'YM':
      return yangMills([inflow(0), inflow(1), inflow(2)], vector, open);
  }
  throw new RangeError(`${name} has no structure ${String(structure)}`);
}

const NONE: FourVector = [ZERO, ZERO, ZERO, ZERO];

/** V1_{mu nu} V2^{mu nu} -> 2 [(k1.e2)(k2.e1) - (k1.k2)(e1.e2)], and with the dual -2 epsilon(k1, e1, k2, e2). */
function fieldStrengths(
  structure: 'FF' | 'FFdual',
  [k1 = NONE, k2 = NONE]: readonly FourVector[],
  vector: (index: number) => FourVector,
  open: number,
  scalars: Complex,
): FourVector | Complex {
  const first = (e2: FourVector): FourVector =>
    structure === 'FF'
      ? minus(scaledBy(k2, scaled(dot(k1, e2), 2)), scaledBy(e2, scaled(dot(k1, k2), 2)))
      : scaledBy(epsilon(k1, k2, e2), real(2));
  if (open === 0) return scaledBy(first(vector(1)), scalars);
  if (open === 2) return times(scalars, dot(first(vector(1)), vector(0)));
  const e1 = vector(0);
  const second =
    structure === 'FF'
      ? minus(scaledBy(k1, scaled(dot(k2, e1), 2)), scaledBy(e1, scaled(dot(k1, k2), 2)))
      : scaledBy(epsilon(k1, e1, k2), real(2));
  return scaledBy(second, scalars);
}

/** g_ab (ka - kb)_c + g_bc (kb - kc)_a + g_ca (kc - ka)_b, momenta incoming: it is the same after cyclic exchange. */
function yangMills(
  momenta: readonly [FourVector, FourVector, FourVector],
  vector: (index: number) => FourVector,
  open: number,
): FourVector {
  const at = (shift: number) => (open + shift) % 3;
  const k = (shift: number): FourVector => momenta[at(shift)] ?? NONE;
  const [b, c] = [vector(at(1)), vector(at(2))];
  return sumOf([
    scaledBy(b, dot(minus(k(0), k(1)), c)),
    scaledBy(minus(k(1), k(2)), dot(b, c)),
    scaledBy(c, dot(minus(k(2), k(0)), b)),
  ]);
}

/** epsilon^{mu alpha beta gamma} a_alpha b_beta c_gamma with epsilon^{0123} = 1. */
function epsilon(a: FourVector, b: FourVector, c: FourVector): FourVector {
  const lower = (v: FourVector): readonly Complex[] => v.map((z, mu) => scaled(z, METRIC[mu] ?? 1));
  const [x, y, z] = [lower(a), lower(b), lower(c)];
  const minor = (i: number, j: number, k: number): Complex =>
    [
      [i, j, k, 1],
      [j, k, i, 1],
      [k, i, j, 1],
      [i, k, j, -1],
      [j, i, k, -1],
      [k, j, i, -1],
    ].reduce<Complex>(
      (total, [p = 0, q = 0, r = 0, sign = 1]) =>
        add(total, scaled(times(times(x[p] ?? ZERO, y[q] ?? ZERO), z[r] ?? ZERO), sign)),
      ZERO,
    );
  return [minor(1, 2, 3), scaled(minor(0, 2, 3), -1), minor(0, 1, 3), scaled(minor(0, 1, 2), -1)];
}

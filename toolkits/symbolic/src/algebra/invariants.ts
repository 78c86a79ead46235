import type { Particle } from '../declaration/particles.ts';
import { isZero as isMassless, type Quantity } from '../declaration/quantity.ts';
import type { Line, Routing } from '../tree/topology.ts';
import type { Generators } from './generators.ts';
import { add, multiply, type Polynomial, scale, sum, ZERO } from './polynomial.ts';
import type { ScalarProducts, Slot } from './tensor.ts';

/** Name of a physical momentum among tensor slots. */
export const momentumSlot = (id: string): Slot => `p(${id})`;

/** Kinematics of a decay or collision as polynomials: masses, and s and t of a collision. */
export type Invariants = {
  readonly products: ScalarProducts;
  /** Mass of an external particle or a propagator. */
  readonly mass: (particle: { readonly mass: Quantity }) => Polynomial;
  /** Undefined for a decay. */
  readonly mandelstam: { readonly s: Polynomial; readonly t: Polynomial; readonly u: Polynomial } | undefined;
};

/** A mass known to be 0 is dropped where it was written as 0; a symbol of value 0 stays a symbol. */
export const massPolynomial = (mass: Quantity, generators: Generators): Polynomial =>
  isMassless(mass) && mass.expression.kind === 'number' ? ZERO : generators.mass(mass.expression);

/** @param names of the invariants s and t among the generators */
export function invariants(
  externals: readonly Particle[],
  lines: readonly Line[],
  generators: Generators,
  names: { readonly s: string; readonly t: string },
): Invariants {
  const squares = externals.map(({ mass }) => squared(massPolynomial(mass, generators)));
  const mandelstam = externals.length === 4 ? mandelstamOf(squares, generators, names) : undefined;
  const table = mandelstam === undefined ? decayTable(squares) : collisionTable(squares, mandelstam);
  const routings = new Map<Slot, Routing>(externals.map(({ id }) => [momentumSlot(id), new Map([[id, 1]])]));
  for (const { propagator, flow } of lines) routings.set(momentumSlot(propagator.id), flow);
  const place = new Map(externals.map(({ id }, index) => [id, index]));
  const known = new Map<string, Polynomial>();
  const product = (a: Slot, b: Slot): Polynomial => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const [left, right] = [routings.get(a), routings.get(b)];
    if (left === undefined || right === undefined) throw new RangeError(`no product of ${a} and ${b}`);
    const value = sum(
      [...left].flatMap(([x, signX]) =>
        [...right].map(([y, signY]) => {
          const entry = table[place.get(x) ?? -1]?.[place.get(y) ?? -1];
          if (entry === undefined) throw new RangeError(`no product of ${x} and ${y}`);
          return scale(entry, BigInt(signX * signY));
        }),
      ),
    );
    known.set(key, value);
    return value;
  };
  return {
    products: { isMomentum: (slot) => routings.has(slot), product },
    mass: ({ mass }) => massPolynomial(mass, generators),
    mandelstam,
  };
}

const squared = (p: Polynomial): Polynomial => multiply(p, p);
const half = (...terms: Polynomial[]): Polynomial => scale(terms.reduce(add), 1n, 2n);
const minus = (p: Polynomial): Polynomial => scale(p, -1n);

function mandelstamOf(
  squares: readonly Polynomial[],
  generators: Generators,
  names: { readonly s: string; readonly t: string },
): { s: Polynomial; t: Polynomial; u: Polynomial } {
  const [s, t] = [names.s, names.t].map((name) => generators.mass({ kind: 'name', name }));
  if (s === undefined || t === undefined) throw new RangeError('two invariants');
  return { s, t, u: sum([...squares, minus(s), minus(t)]) };
}

/** Scalar products of P = k1 + k2. */
function decayTable([M = ZERO, m1 = ZERO, m2 = ZERO]: readonly Polynomial[]): Polynomial[][] {
  const [P1, P2, K] = [half(M, m1, minus(m2)), half(M, m2, minus(m1)), half(M, minus(m1), minus(m2))];
  return [
    [M, P1, P2],
    [P1, m1, K],
    [P2, K, m2],
  ];
}

/** Scalar products of pa + pb = p1 + p2. */
function collisionTable(
  [a = ZERO, b = ZERO, c = ZERO, d = ZERO]: readonly Polynomial[],
  { s, t, u }: { s: Polynomial; t: Polynomial; u: Polynomial },
): Polynomial[][] {
  const [ab, cd] = [half(s, minus(a), minus(b)), half(s, minus(c), minus(d))];
  const [ac, bd] = [half(a, c, minus(t)), half(b, d, minus(t))];
  const [ad, bc] = [half(a, d, minus(u)), half(b, c, minus(u))];
  return [
    [a, ab, ac, ad],
    [ab, b, bc, bd],
    [ac, bc, c, cd],
    [ad, bd, cd, d],
  ];
}

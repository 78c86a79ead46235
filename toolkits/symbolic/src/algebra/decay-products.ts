import type { Externals, Particle } from '../declaration/particles.ts';
import { isZero as isMassless, type Quantity } from '../declaration/quantity.ts';
import type { Generators } from './generators.ts';
import { add, multiply, type Polynomial, scale, ZERO } from './polynomial.ts';
import type { ScalarProducts } from './tensor.ts';

/** Masses of the decay as polynomials, by particle id. A mass known to be 0 is dropped from vectors, where it has no
 * limit, and where it was written as 0; a symbol of value 0 stays a symbol elsewhere. */
export type Masses = ReadonlyMap<string, Polynomial>;

export function massesOf({ parent, products }: Externals, generators: Generators): Masses {
  return new Map([parent, ...products].map((particle) => [particle.id, massOf(particle.mass, generators)]));
}

const massOf = (mass: Quantity, generators: Generators): Polynomial =>
  isMassless(mass) && mass.expression.kind === 'number' ? ZERO : generators.mass(mass.expression);

export function massIn(masses: Masses, { id }: Particle): Polynomial {
  const mass = masses.get(id);
  if (mass === undefined) throw new RangeError(`no mass of ${id}`);
  return mass;
}

/** Name of a particle's physical momentum among tensor slots. */
export const momentumSlot = ({ id }: Particle): string => `p(${id})`;

/** On-shell scalar products with P = k1 + k2: they depend on the masses only. */
export function decayProducts(
  { parent, products: [first, second] }: Externals,
  masses: Masses,
): ScalarProducts {
  const [M, m1, m2] = [parent, first, second].map((particle) => {
    const mass = massIn(masses, particle);
    return multiply(mass, mass);
  }) as [Polynomial, Polynomial, Polynomial];
  const half = (...terms: Polynomial[]) => scale(terms.reduce(add), 1n, 2n);
  const minus = (p: Polynomial) => scale(p, -1n);
  const [P, k1, k2] = [momentumSlot(parent), momentumSlot(first), momentumSlot(second)];
  const table = new Map([
    [`${P} ${P}`, M],
    [`${k1} ${k1}`, m1],
    [`${k2} ${k2}`, m2],
    [`${k1} ${k2}`, half(M, minus(m1), minus(m2))],
    [`${P} ${k1}`, half(M, m1, minus(m2))],
    [`${P} ${k2}`, half(M, m2, minus(m1))],
  ]);
  const momenta = new Set([P, k1, k2]);
  return {
    isMomentum: (slot) => momenta.has(slot),
    product: (a, b) => {
      const value = table.get(`${a} ${b}`) ?? table.get(`${b} ${a}`);
      if (value === undefined) throw new RangeError(`no product of ${a} and ${b}`);
      return value;
    },
  };
}

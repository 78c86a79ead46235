import type { Externals, Particle } from '../declaration/particles.ts';
import type { Generators } from './generators.ts';
import { massPolynomial } from './invariants.ts';
import type { Polynomial } from './polynomial.ts';

/** Masses of the decay as polynomials, by particle id. A mass known to be 0 is dropped from vectors, where it has no
 * limit, and where it was written as 0; a symbol of value 0 stays a symbol elsewhere. */
export type Masses = ReadonlyMap<string, Polynomial>;

export function massesOf({ parent, products }: Externals, generators: Generators): Masses {
  return new Map([parent, ...products].map(({ id, mass }) => [id, massPolynomial(mass, generators)]));
}

export function massIn(masses: Masses, { id }: Particle): Polynomial {
  const mass = masses.get(id);
  if (mass === undefined) throw new RangeError(`no mass of ${id}`);
  return mass;
}

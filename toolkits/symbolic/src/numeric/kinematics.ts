import { minus, plus, toDouble } from '../arithmetic/exact.ts';
import { type Externals, sameMass } from '../declaration/particles.ts';
import type { Momentum } from './four-vector.ts';

/** Two-body decay at rest: the products fly back to back with momentum `p`. All in GeV. */
export type Kinematics = {
  readonly parentMass: number;
  readonly masses: readonly [number, number];
  readonly energies: readonly [number, number];
  readonly p: number;
};

/** A distance to threshold that rounding of a root in a mass can produce, relative to the decaying mass. */
const ROUNDING = 4 * Number.EPSILON;

/** Mass of the decaying particle minus those of the products, without rounding where the masses are rational;
 * undefined when a mass is a symbol. */
export function thresholdGap({ parent, products: [first, second] }: Externals): number | undefined {
  // A product as heavy as the decaying particle leaves nothing for the other, whatever the value.
  if (sameMass(parent.mass, first.mass) || sameMass(parent.mass, second.mass)) return 0;
  const masses = [parent.mass, first.mass, second.mass];
  const [m, m1, m2] = masses.map(({ exact }) => exact);
  if (m === undefined || m1 === undefined || m2 === undefined) return undefined;
  const gap = toDouble(plus(m, minus(plus(m1, m2))));
  const isRounded = masses.some(({ isRational }) => !isRational);
  return isRounded && Math.abs(gap) <= ROUNDING * toDouble(m) ? 0 : gap;
}

/** Kinematics of an open decay, from the distance to threshold, so that no digit is lost near it or for small masses.
 * @param gap as `thresholdGap`, above 0 */
export function twoBody(m: number, m1: number, m2: number, gap: number): Kinematics {
  const lambda = gap * (m + m1 + m2) * (gap + 2 * m2) * (gap + 2 * m1);
  const p = Math.sqrt(lambda) / (2 * m);
  return { parentMass: m, masses: [m1, m2], energies: [Math.hypot(p, m1), Math.hypot(p, m2)], p };
}

/** Three-momentum of a product along a unit vector; the second flies the other way. */
export const momentumOf = ({ p }: Kinematics, which: 0 | 1, [x, y, z]: Momentum): Momentum => {
  const along = which === 0 ? p : -p;
  return [along * x, along * y, along * z];
};

import { fromRational, minus, plus, toDouble } from '../arithmetic/exact.ts';
import type { Rational } from 'toolbase/toolkit';
import type { Particle } from '../declaration/particles.ts';

/** A distance to threshold that rounding of a root in a mass can produce, relative to the energy. */
const ROUNDING = 4 * Number.EPSILON;

/** Energy above the threshold of a pair, without rounding where the masses are rational; undefined when a mass is a
 * symbol. */
export function gapAbove(sqrtS: Rational, pair: readonly Particle[]): number | undefined {
  const masses = pair.map(({ mass }) => mass);
  const exact = masses.map((mass) => mass.exact);
  const known = exact.filter((value) => value !== undefined);
  if (known.length < exact.length) return undefined;
  const gap = toDouble(known.reduce((left, mass) => plus(left, minus(mass)), fromRational(sqrtS)));
  const isRounded = masses.some(({ isRational }) => !isRational);
  return isRounded && Math.abs(gap) <= ROUNDING * sqrtS.valueOf() ? 0 : gap;
}

/** The sum of the masses of particles, which have values. */
export const massesTogether = (particles: readonly Particle[]): string =>
  `${Number(particles.reduce((sum, { mass }) => sum + (mass.value?.re ?? 0), 0).toPrecision(6))} GeV`;

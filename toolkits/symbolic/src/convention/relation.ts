import type { PolynomialContext } from '../algebra/coupling-polynomial.ts';
import { add, isZero, scale } from '../algebra/polynomial.ts';
import { type Coupling, couplingForm, couplingValue } from './coupling.ts';

/** Relative distance below which two couplings computed from decimals count as equal. */
const TOLERANCE = 1e-12;

/** Whether a coupling equals `sign` times another, at the given values or as an identity of the symbols;
 * `unknown` when it depends on a symbol without a value. */
export function isMultiple(
  a: Coupling,
  b: Coupling,
  sign: 1 | -1,
  context: PolynomialContext,
): boolean | 'unknown' {
  const [left, right] = [couplingValue(a), couplingValue(b)];
  if (left !== undefined && right !== undefined) {
    const size = Math.hypot(left.re, left.im) + Math.hypot(right.re, right.im);
    return Math.hypot(left.re - sign * right.re, left.im - sign * right.im) <= TOLERANCE * size;
  }
  const difference = add(couplingForm(a, context), scale(couplingForm(b, context), BigInt(-sign)));
  return isZero(difference) ? true : 'unknown';
}

/** Whether a coupling is 0, at the given values or as an identity. */
export const vanishes = (a: Coupling, context: PolynomialContext): boolean =>
  isMultiple(a, [], 1, context) === true;

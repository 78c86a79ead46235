import Fraction from 'fraction.js';
import { z } from 'zod';

/** Exact rational number with BigInt parts, for weights, points and thresholds: 0.9 reached is 0.9 passed. */
export type Rational = Fraction;

/** Exact value of a decimal ("0.04", 0.04 as written) or a ratio ("1/3").
 * A number is read through its shortest decimal form, so 0.1 is one tenth and not its binary neighbour.
 * @throws RangeError when it is no finite number or longer than 64 characters */
export function rational(value: string | number | bigint): Rational {
  const text = String(value);
  if (text.length > 64 || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?(?:\/[1-9]\d*)?$/i.test(text))
    throw new RangeError(`not an exact number: ${text.slice(0, 64)}`);
  return new Fraction(expandExponent(text));
}

/** An exact quotient of integers of any length. @param denominator not 0 */
export const ratio = (numerator: bigint, denominator: bigint): Rational =>
  new Fraction(numerator, denominator);

// fraction.js reads no exponent.
function expandExponent(text: string): Fraction {
  const [mantissa = '0', exponent] = text.toLowerCase().split('e');
  const scaled = new Fraction(mantissa);
  if (exponent === undefined) return scaled;
  const power = new Fraction(10n ** BigInt(Math.abs(Number(exponent))));
  return exponent.startsWith('-') ? scaled.div(power) : scaled.mul(power);
}

/** Sum of exact numbers; 0 for none. */
export const sumOf = (terms: readonly Rational[]): Rational =>
  terms.reduce((sum, t) => sum.add(t), new Fraction(0));

/** `n/d` in lowest terms, or `n` for an integer: the stored form. */
export const rationalText = (value: Rational): string => value.toFraction();

/** An exact number as it is written in a format: a decimal, a ratio, or a JSON number. */
export const RationalText = z.union([z.string(), z.number()]).transform((value, context) => {
  try {
    return rational(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a decimal or a ratio such as 0.04 or 1/3' });
    return z.NEVER;
  }
});

import { type Complex, evaluate, type Expression, rational } from 'toolbase/toolkit';
import { closeValue } from './arithmetic/big-value.ts';
import { termSize } from './arithmetic/term-size.ts';

type Point = Readonly<Record<string, number>>;

/** Relative error to allow for a formula of some dozen terms: in double precision, and with the digits of `closeValue`. */
const ROUNDING = { double: 2 ** -44, big: 1e-60 };

/** Whether two formulas differ by no more than the rounding of double precision at a point, since their terms cancel. */
export function isLostInRounding(a: Expression, b: Expression, point: Point): boolean {
  const values = complexValues(point);
  const [left, right] = [evaluate(a, values), evaluate(b, values)];
  const difference = Math.hypot(left.re - right.re, left.im - right.im);
  return (
    Number.isFinite(difference) && difference <= ROUNDING.double * (termSize(a, values) + termSize(b, values))
  );
}

/** Value of a formula with as many digits as there are: arithmetic, roots and logarithms with some 90, other functions in
 * double precision. What is smaller than the rounding of the terms that it is left of is 0. In double precision where
 * there is no such value. */
export function closerValue(expression: Expression, point: Point): Complex {
  const values = complexValues(point);
  try {
    const { value, isBig } = closeValue(expression, new Map(namesAt(point, rational)));
    const rounding = ROUNDING[isBig ? 'big' : 'double'];
    return Math.hypot(value.re, value.im) <= rounding * termSize(expression, values)
      ? { re: 0, im: 0 }
      : value;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return evaluate(expression, values);
  }
}

const namesAt = <T>(point: Point, take: (value: number) => T): [string, T][] =>
  Object.entries(point).map(([name, value]) => [name, take(value)]);

const complexValues = (point: Point): ReadonlyMap<string, Complex> =>
  new Map(namesAt(point, (re) => ({ re, im: 0 })));

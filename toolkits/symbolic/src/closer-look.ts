import { type Complex, evaluate, exactValue, type Expression, rational } from 'toolbase/toolkit';
import { bigValue, roundedValue } from './arithmetic/big-value.ts';
import { termSize } from './arithmetic/term-size.ts';

type Point = Readonly<Record<string, number>>;

/** Relative error to allow for a formula of some dozen terms: in double precision, and with the digits of `bigValue`. */
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
    const value = roundedValue(bigValue(expression, new Map(namesAt(point, rational))));
    const rounding = ROUNDING[isBig(expression) ? 'big' : 'double'];
    return Math.hypot(value.re, value.im) <= rounding * termSize(expression, values)
      ? { re: 0, im: 0 }
      : value;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return evaluate(expression, values);
  }
}

const BIG_FUNCTIONS: ReadonlySet<string> = new Set(['sqrt', 'log', 'Abs', 'conjugate']);

/** Whether nothing in a formula has double precision only. */
function isBig(expression: Expression): boolean {
  switch (expression.kind) {
    case 'number':
    case 'rational':
    case 'name':
      return true;
    case 'constant':
      return expression.name !== 'E';
    case 'negate':
      return isBig(expression.operand);
    case 'sum':
      return expression.terms.every(({ value }) => isBig(value));
    case 'product':
      return expression.factors.every(({ value }) => isBig(value));
    case 'power':
      return isBig(expression.base) && isHalfInteger(expression.exponent);
    case 'call':
      return BIG_FUNCTIONS.has(expression.callee) && isBig(expression.argument);
  }
}

/** Other powers `bigValue` takes in double precision. */
function isHalfInteger(exponent: Expression): boolean {
  const value = exactValue(exponent, new Map());
  return value !== undefined && Number.isInteger(2 * value.valueOf());
}

const namesAt = <T>(point: Point, take: (value: number) => T): [string, T][] =>
  Object.entries(point).map(([name, value]) => [name, take(value)]);

const complexValues = (point: Point): ReadonlyMap<string, Complex> =>
  new Map(namesAt(point, (re) => ({ re, im: 0 })));

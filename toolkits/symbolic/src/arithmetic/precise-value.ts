import type { Expression, Rational } from 'toolbase/toolkit';
import { type ComplexOf, complexOver } from './complex-over.ts';
import {
  type Exact,
  fromDouble,
  fromRational,
  minus,
  NONE,
  plus,
  reciprocal,
  times,
  toDouble,
} from './exact.ts';
import { type Arithmetic, expressionValue } from './expression-value.ts';
import { inDoubles } from './in-doubles.ts';

export type ExactComplex = ComplexOf<Exact>;

const EXACT = complexOver<Exact>({
  zero: NONE,
  isZero: ({ n }) => n === 0n,
  plus,
  negative: minus,
  times,
  reciprocal,
  fromDouble,
  toDouble,
});
const { real, conjugate, inverse, fromComplex } = EXACT;
export const { rounded } = EXACT;

/** Far above what a formula of physical values needs; nested powers would go on growing. */
const LARGEST = 1n << 100_000n;

const isLarge = ({ n, d }: Exact): boolean => n > LARGEST || -n > LARGEST || d > LARGEST;

const bounded = (value: ExactComplex): ExactComplex =>
  isLarge(value.re) || isLarge(value.im) ? fromComplex(rounded(value)) : value;

const multiplied = (a: ExactComplex, b: ExactComplex): ExactComplex => bounded(EXACT.multiplied(a, b));

/** Larger powers are taken in double precision. */
const MAX_EXACT_POWER = 64;

function power(base: ExactComplex, exponent: ExactComplex): ExactComplex {
  const n = toDouble(exponent.re);
  if (exponent.im.n !== 0n || !Number.isInteger(n) || Math.abs(n) > MAX_EXACT_POWER)
    return fromComplex(inDoubles.power(rounded(base), rounded(exponent)));
  const size = Array.from({ length: Math.abs(n) }, () => base).reduce(multiplied, real({ n: 1n, d: 1n }));
  return n < 0 ? inverse(size) : size;
}

const ARITHMETIC: Arithmetic<ExactComplex> = {
  rational: (value) => real(fromRational(value)),
  constant: (name) => fromComplex(inDoubles.constant(name)),
  negative: EXACT.negated,
  plus: (a, b) => bounded(EXACT.added(a, b)),
  times: multiplied,
  inverse,
  power,
  call: (callee, argument) =>
    callee === 'conjugate' ? conjugate(argument) : fromComplex(inDoubles.call(callee, rounded(argument))),
};

/** Value of an expression with exact arithmetic wherever it is rational: differences of masses near threshold lose no
 * digit. Roots, functions and pi are rounded to double precision and exact again from there.
 * @throws RangeError for a name without a value, a division by zero or a function without a finite value */
export const preciseValue = (expression: Expression, values: ReadonlyMap<string, Rational>): ExactComplex =>
  expressionValue(expression, values, ARITHMETIC);

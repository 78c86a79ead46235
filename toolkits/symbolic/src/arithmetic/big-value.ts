import type { Expression, Rational } from 'toolbase/toolkit';
import {
  BIG_ZERO,
  type BigFloat,
  fromNumber,
  fromRational,
  logarithm,
  negative,
  over,
  plus,
  root,
  times,
  toNumber,
} from './big-float.ts';
import { type ComplexOf, complexOver } from './complex-over.ts';
import { type Arithmetic, expressionValue } from './expression-value.ts';
import { inDoubles } from './in-doubles.ts';

export type BigComplex = ComplexOf<BigFloat>;

const UNIT: BigFloat = { m: 1n, e: 0 };
/** pi to 99 decimals. */
const PI: BigFloat = over(
  {
    m: 3141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117068n,
    e: 0,
  },
  { m: 10n ** 99n, e: 0 },
);

const { real, negated, conjugate, added, multiplied, inverse, rounded, fromComplex } = complexOver<BigFloat>({
  zero: BIG_ZERO,
  isZero: ({ m }) => m === 0n,
  plus,
  negative,
  times,
  reciprocal: (value) => over(UNIT, value),
  fromDouble: fromNumber,
  toDouble: toNumber,
});

const MAX_POWER = 256;

function power(base: BigComplex, exponent: BigComplex): BigComplex {
  const halves = 2 * toNumber(exponent.re);
  if (exponent.im.m !== 0n || !Number.isInteger(halves) || Math.abs(halves) > MAX_POWER)
    return fromComplex(inDoubles.power(rounded(base), rounded(exponent)));
  const low = halves % 2 === 0 ? base : call('sqrt', base);
  const count = halves % 2 === 0 ? Math.abs(halves) / 2 : Math.abs(halves);
  const size = Array.from({ length: count }, () => low).reduce(multiplied, real(UNIT));
  return halves < 0 ? inverse(size) : size;
}

function call(callee: (Expression & { kind: 'call' })['callee'], argument: BigComplex): BigComplex {
  const isReal = argument.im.m === 0n;
  if (callee === 'conjugate') return conjugate(argument);
  if (isReal && argument.re.m >= 0n && callee === 'sqrt') return real(root(argument.re));
  if (isReal && callee === 'Abs') return real(argument.re.m < 0n ? negative(argument.re) : argument.re);
  if (isReal && argument.re.m > 0n && callee === 'log') return real(logarithm(argument.re));
  return fromComplex(inDoubles.call(callee, rounded(argument)));
}

const BIG: Arithmetic<BigComplex> = {
  rational: (value) => real(fromRational(value)),
  constant: (name) => (name === 'pi' ? real(PI) : fromComplex(inDoubles.constant(name))),
  negative: negated,
  plus: added,
  times: multiplied,
  inverse,
  power,
  call,
};

/** Value of an expression with some 90 digits wherever it is built from arithmetic, roots and logarithms, so that
 * cancellations in closed forms lose nothing; other functions are rounded to double precision.
 * @throws RangeError for a name without a value, a division by zero or a function without a finite value */
export const bigValue = (expression: Expression, values: ReadonlyMap<string, Rational>): BigComplex =>
  expressionValue(expression, values, BIG);

export const roundedValue = rounded;

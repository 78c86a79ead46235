import type { Complex, Expression, Rational } from 'toolbase/toolkit';
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

type BigComplex = ComplexOf<BigFloat>;

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

/** Arithmetic that tells when it falls back to double precision. */
function bigArithmetic(onDoubles: () => void): Arithmetic<BigComplex> {
  const fromDoubles = (value: Complex): BigComplex => {
    onDoubles();
    return fromComplex(value);
  };
  const call: Arithmetic<BigComplex>['call'] = (callee, argument) =>
    calledBig(callee, argument) ?? fromDoubles(inDoubles.call(callee, rounded(argument)));
  return {
    rational: (value) => real(fromRational(value)),
    constant: (name) => bigConstant(name) ?? fromDoubles(inDoubles.constant(name)),
    negative: negated,
    plus: added,
    times: multiplied,
    inverse,
    power: (base, exponent) => {
      const halves = 2 * toNumber(exponent.re);
      if (exponent.im.m !== 0n || !Number.isInteger(halves) || Math.abs(halves) > MAX_POWER)
        return fromDoubles(inDoubles.power(rounded(base), rounded(exponent)));
      const low = halves % 2 === 0 ? base : call('sqrt', base);
      const count = halves % 2 === 0 ? Math.abs(halves) / 2 : Math.abs(halves);
      const size = Array.from({ length: count }, () => low).reduce(multiplied, real(UNIT));
      return halves < 0 ? inverse(size) : size;
    },
    call,
  };
}

function bigConstant(name: (Expression & { kind: 'constant' })['name']): BigComplex | undefined {
  if (name === 'pi') return real(PI);
  return name === 'I' ? { re: BIG_ZERO, im: UNIT } : undefined;
}

function calledBig(
  callee: (Expression & { kind: 'call' })['callee'],
  argument: BigComplex,
): BigComplex | undefined {
  if (callee === 'conjugate') return conjugate(argument);
  if (callee === 're') return real(argument.re);
  if (callee === 'im') return real(argument.im);
  const { re, im } = argument;
  if (im.m !== 0n) return undefined;
  if (callee === 'sqrt') return re.m < 0n ? { re: BIG_ZERO, im: root(negative(re)) } : real(root(re));
  if (callee === 'Abs') return real(re.m < 0n ? negative(re) : re);
  return callee === 'log' && re.m > 0n ? real(logarithm(re)) : undefined;
}

/** Value of an expression with some 90 digits wherever it is built from arithmetic, roots and logarithms, so that
 * cancellations in closed forms lose nothing; other functions are rounded to double precision, which is then said.
 * @throws RangeError for a name without a value, a division by zero or a function without a finite value */
export function closeValue(
  expression: Expression,
  values: ReadonlyMap<string, Rational>,
): { readonly value: Complex; readonly isBig: boolean } {
  let isBig = true;
  const value = expressionValue(
    expression,
    values,
    bigArithmetic(() => {
      isBig = false;
    }),
  );
  return { value: rounded(value), isBig };
}

/** The value alone. */
export const bigValue = (expression: Expression, values: ReadonlyMap<string, Rational>): Complex =>
  closeValue(expression, values).value;

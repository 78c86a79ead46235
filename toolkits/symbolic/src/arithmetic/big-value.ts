import { evaluate, type Expression, exactValue, type Rational } from 'toolbase/toolkit';
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

export type BigComplex = { readonly re: BigFloat; readonly im: BigFloat };

const NO_NAMES = new Map<string, never>();
/** pi to 99 decimals. */
const PI: BigFloat = over(
  {
    m: 3141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117068n,
    e: 0,
  },
  { m: 10n ** 99n, e: 0 },
);

const real = (re: BigFloat): BigComplex => ({ re, im: BIG_ZERO });
const ONE = real({ m: 1n, e: 0 });

/** Value of an expression with some 90 digits wherever it is built from arithmetic, roots and logarithms, so that
 * cancellations in closed forms lose nothing; other functions are rounded to double precision.
 * @throws RangeError for a name without a value, a division by zero or a function without a finite value */
export function bigValue(expression: Expression, values: ReadonlyMap<string, Rational>): BigComplex {
  switch (expression.kind) {
    case 'number':
    case 'rational': {
      const value = exactValue(expression, NO_NAMES);
      if (value === undefined) throw new RangeError('a number has a value');
      return real(fromRational(value));
    }
    case 'name': {
      const value = values.get(expression.name);
      if (value === undefined) throw new RangeError(`no value for ${expression.name}`);
      return real(fromRational(value));
    }
    case 'constant':
      if (expression.name === 'pi') return real(PI);
      return fromDoubles(evaluate(expression, NO_NAMES));
    case 'negate':
      return minus(bigValue(expression.operand, values));
    case 'sum':
      return expression.terms
        .map(({ sign, value }) => (sign === '+' ? bigValue(value, values) : minus(bigValue(value, values))))
        .reduce(add);
    case 'product':
      return expression.factors
        .map(({ sign, value }) => (sign === '*' ? bigValue(value, values) : inverse(bigValue(value, values))))
        .reduce(multiply);
    case 'power':
      return raised(bigValue(expression.base, values), bigValue(expression.exponent, values));
    case 'call':
      return called(expression.callee, bigValue(expression.argument, values));
  }
}

export const roundedValue = ({ re, im }: BigComplex): { re: number; im: number } => ({
  re: toNumber(re),
  im: toNumber(im),
});

const minus = ({ re, im }: BigComplex): BigComplex => ({ re: negative(re), im: negative(im) });
const add = (a: BigComplex, b: BigComplex): BigComplex => ({ re: plus(a.re, b.re), im: plus(a.im, b.im) });
const multiply = (a: BigComplex, b: BigComplex): BigComplex => ({
  re: plus(times(a.re, b.re), negative(times(a.im, b.im))),
  im: plus(times(a.re, b.im), times(a.im, b.re)),
});
function inverse({ re, im }: BigComplex): BigComplex {
  const size = plus(times(re, re), times(im, im));
  return { re: over(re, size), im: negative(over(im, size)) };
}

function raised(base: BigComplex, exponent: BigComplex): BigComplex {
  const power = 2 * toNumber(exponent.re);
  if (exponent.im.m !== 0n || !Number.isInteger(power) || Math.abs(power) > 256)
    return inDoubles((values) => evaluate(POWER, values), { x: base, n: exponent });
  const low = power % 2 === 0 ? base : called('sqrt', base);
  const count = power % 2 === 0 ? Math.abs(power) / 2 : Math.abs(power);
  const size = Array.from({ length: count }, () => low).reduce(multiply, ONE);
  return power < 0 ? inverse(size) : size;
}

const POWER: Expression = {
  kind: 'power',
  base: { kind: 'name', name: 'x' },
  exponent: { kind: 'name', name: 'n' },
};

function called(callee: (Expression & { kind: 'call' })['callee'], argument: BigComplex): BigComplex {
  const isReal = argument.im.m === 0n;
  if (callee === 'conjugate') return { re: argument.re, im: negative(argument.im) };
  if (isReal && argument.re.m >= 0n && callee === 'sqrt') return real(root(argument.re));
  if (isReal && callee === 'Abs') return real(argument.re.m < 0n ? negative(argument.re) : argument.re);
  if (isReal && argument.re.m > 0n && callee === 'log') return real(logarithm(argument.re));
  const call: Expression = { kind: 'call', callee, argument: { kind: 'name', name: 'x' } };
  return inDoubles((values) => evaluate(call, values), { x: argument });
}

function inDoubles(
  run: (values: ReadonlyMap<string, { re: number; im: number }>) => { re: number; im: number },
  names: Readonly<Record<string, BigComplex>>,
): BigComplex {
  return fromDoubles(run(new Map(Object.entries(names).map(([name, value]) => [name, roundedValue(value)]))));
}

function fromDoubles({ re, im }: { re: number; im: number }): BigComplex {
  if (!Number.isFinite(re) || !Number.isFinite(im)) throw new RangeError('no finite value');
  return { re: fromNumber(re), im: fromNumber(im) };
}

import { type Complex, evaluate, type Expression, exactValue, type Rational } from 'toolbase/toolkit';
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

export type ExactComplex = { readonly re: Exact; readonly im: Exact };

const NO_NAMES = new Map<string, never>();

/** Value of an expression with exact arithmetic wherever it is rational: differences of masses near threshold lose no
 * digit. Roots, functions and pi are rounded to double precision and exact again from there.
 * @throws RangeError for a name without a value, a division by zero or a function without a finite value */
export function preciseValue(expression: Expression, values: ReadonlyMap<string, Rational>): ExactComplex {
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
      return fromComplex(evaluate(expression, NO_NAMES));
    case 'negate':
      return negative(preciseValue(expression.operand, values));
    case 'sum':
      return expression.terms
        .map(({ sign, value }) =>
          sign === '+' ? preciseValue(value, values) : negative(preciseValue(value, values)),
        )
        .reduce(added);
    case 'product':
      return expression.factors
        .map(({ sign, value }) =>
          sign === '*' ? preciseValue(value, values) : inverse(preciseValue(value, values)),
        )
        .reduce(multiplied);
    case 'power':
      return raised(expression, values);
    case 'call': {
      const argument = preciseValue(expression.argument, values);
      if (expression.callee === 'conjugate') return { re: argument.re, im: minus(argument.im) };
      return inDoubles({ ...expression, argument: placeholder('x') }, new Map([['x', rounded(argument)]]));
    }
  }
}

export const rounded = ({ re, im }: ExactComplex): Complex => ({ re: toDouble(re), im: toDouble(im) });

/** Larger powers are taken in double precision. */
const MAX_EXACT_POWER = 64;

function raised(
  { base, exponent }: Expression & { kind: 'power' },
  values: ReadonlyMap<string, Rational>,
): ExactComplex {
  const [low, high] = [preciseValue(base, values), preciseValue(exponent, values)];
  const n = toDouble(high.re);
  if (high.im.n === 0n && Number.isInteger(n) && Math.abs(n) <= MAX_EXACT_POWER) {
    const size = Array.from({ length: Math.abs(n) }, () => low).reduce(multiplied, real({ n: 1n, d: 1n }));
    return n < 0 ? inverse(size) : size;
  }
  const names = new Map([
    ['x', rounded(low)],
    ['n', rounded(high)],
  ]);
  return inDoubles({ kind: 'power', base: placeholder('x'), exponent: placeholder('n') }, names);
}

const placeholder = (name: string): Expression => ({ kind: 'name', name });

const inDoubles = (expression: Expression, values: ReadonlyMap<string, Complex>): ExactComplex =>
  finite(evaluate(expression, values));

function finite(value: Complex): ExactComplex {
  if (!Number.isFinite(value.re) || !Number.isFinite(value.im)) throw new RangeError('no finite value');
  return fromComplex(value);
}

const real = (re: Exact): ExactComplex => ({ re, im: NONE });

const fromComplex = ({ re, im }: Complex): ExactComplex => ({ re: fromDouble(re), im: fromDouble(im) });

const negative = ({ re, im }: ExactComplex): ExactComplex => ({ re: minus(re), im: minus(im) });

const added = (a: ExactComplex, b: ExactComplex): ExactComplex =>
  bounded({ re: plus(a.re, b.re), im: plus(a.im, b.im) });

const multiplied = (a: ExactComplex, b: ExactComplex): ExactComplex =>
  bounded({
    re: plus(times(a.re, b.re), minus(times(a.im, b.im))),
    im: plus(times(a.re, b.im), times(a.im, b.re)),
  });

/** Far above what a formula of physical values needs; nested powers would go on growing. */
const LARGEST = 1n << 100_000n;

const bounded = ({ re, im }: ExactComplex): ExactComplex =>
  isLarge(re) || isLarge(im) ? finite(rounded({ re, im })) : { re, im };

const isLarge = ({ n, d }: Exact): boolean => n > LARGEST || -n > LARGEST || d > LARGEST;

function inverse(a: ExactComplex): ExactComplex {
  if (a.im.n === 0n) return real(reciprocal(a.re));
  const over = reciprocal(plus(times(a.re, a.re), times(a.im, a.im)));
  return { re: times(a.re, over), im: times(minus(a.im), over) };
}

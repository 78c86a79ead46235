import { type Complex, evaluate, type Expression, exactValue, type Rational } from 'toolbase/toolkit';

/** Quotient of integers, not reduced: the few operations of a formula cost less than the divisors would. */
type Exact = { readonly n: bigint; readonly d: bigint };
type ExactComplex = { readonly re: Exact; readonly im: Exact };

const NONE: Exact = { n: 0n, d: 1n };
const NO_NAMES = new Map<string, never>();

/** Value of a formula with exact arithmetic wherever it is rational: differences of masses near threshold lose no
 * digit. Roots, functions and pi are rounded to double precision and exact again from there.
 * @throws RangeError for a name without a value, a division by zero */
export function preciseValue(expression: Expression, values: ReadonlyMap<string, Rational>): Complex {
  return rounded(exactly(expression, values));
}

function exactly(expression: Expression, values: ReadonlyMap<string, Rational>): ExactComplex {
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
      return fromDouble(evaluate(expression, NO_NAMES));
    case 'negate':
      return negative(exactly(expression.operand, values));
    case 'sum':
      return expression.terms
        .map(({ sign, value }) => (sign === '+' ? exactly(value, values) : negative(exactly(value, values))))
        .reduce(plus);
    case 'product':
      return expression.factors
        .map(({ sign, value }) => (sign === '*' ? exactly(value, values) : inverse(exactly(value, values))))
        .reduce(times);
    case 'power':
      return raised(expression, values);
    case 'call': {
      const argument = exactly(expression.argument, values);
      if (expression.callee === 'conjugate') return { re: argument.re, im: minus(argument.im) };
      return inDoubles({ ...expression, argument: placeholder('x') }, new Map([['x', rounded(argument)]]));
    }
  }
}

const MAX_EXACT_POWER = 64;

function raised(
  { base, exponent }: Expression & { kind: 'power' },
  values: ReadonlyMap<string, Rational>,
): ExactComplex {
  const [low, high] = [exactly(base, values), exactly(exponent, values)];
  const n = toDouble(high.re);
  if (high.im.n === 0n && Number.isInteger(n) && Math.abs(n) <= MAX_EXACT_POWER) {
    const size = Array.from({ length: Math.abs(n) }, () => low).reduce(times, real({ n: 1n, d: 1n }));
    return n < 0 ? inverse(size) : size;
  }
  const names = new Map([
    ['x', rounded(low)],
    ['n', rounded(high)],
  ]);
  return inDoubles({ kind: 'power', base: placeholder('x'), exponent: placeholder('n') }, names);
}

const placeholder = (name: string): Expression => ({ kind: 'name', name });

function inDoubles(expression: Expression, values: ReadonlyMap<string, Complex>): ExactComplex {
  const value = evaluate(expression, values);
  if (!Number.isFinite(value.re) || !Number.isFinite(value.im)) throw new RangeError('no finite value');
  return fromDouble(value);
}

const real = (re: Exact): ExactComplex => ({ re, im: NONE });

const fromRational = ({ s, n, d }: Rational): Exact => ({ n: s * n, d });

const fromDouble = ({ re, im }: Complex): ExactComplex => ({ re: exactDouble(re), im: exactDouble(im) });

/** A double is an integer times a power of two. */
function exactDouble(value: number): Exact {
  let scaled = value;
  let bits = 0n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    bits++;
  }
  return { n: BigInt(scaled), d: 1n << bits };
}

const minus = ({ n, d }: Exact): Exact => ({ n: -n, d });
const negative = ({ re, im }: ExactComplex): ExactComplex => ({ re: minus(re), im: minus(im) });

function added(a: Exact, b: Exact): Exact {
  if (a.n === 0n) return b;
  if (b.n === 0n) return a;
  if (a.d === b.d) return { n: a.n + b.n, d: a.d };
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

const multiplied = (a: Exact, b: Exact): Exact =>
  a.n === 0n || b.n === 0n ? NONE : { n: a.n * b.n, d: a.d * b.d };

const plus = (a: ExactComplex, b: ExactComplex): ExactComplex => ({
  re: added(a.re, b.re),
  im: added(a.im, b.im),
});

const times = (a: ExactComplex, b: ExactComplex): ExactComplex => ({
  re: added(multiplied(a.re, b.re), minus(multiplied(a.im, b.im))),
  im: added(multiplied(a.re, b.im), multiplied(a.im, b.re)),
});

function inverse(a: ExactComplex): ExactComplex {
  if (a.im.n === 0n) return real(reciprocal(a.re));
  const over = reciprocal(added(multiplied(a.re, a.re), multiplied(a.im, a.im)));
  return { re: multiplied(a.re, over), im: multiplied(minus(a.im), over) };
}

function reciprocal({ n, d }: Exact): Exact {
  if (n === 0n) throw new RangeError('division by zero');
  return n < 0n ? { n: -d, d: -n } : { n: d, d: n };
}

const rounded = ({ re, im }: ExactComplex): Complex => ({ re: toDouble(re), im: toDouble(im) });

/** Bits kept when a quotient is turned into a double: enough for one rounding. */
const KEPT_BITS = 64;

function toDouble({ n, d }: Exact): number {
  if (n === 0n) return 0;
  const [size, sign] = n < 0n ? [-n, -1] : [n, 1];
  const shift = bitLength(d) - bitLength(size) + KEPT_BITS;
  const scaled = shift >= 0 ? (size << BigInt(shift)) / d : size / (d << BigInt(-shift));
  return sign * scaledBy(Number(scaled), -shift);
}

const bitLength = (value: bigint): number => value.toString(16).length * 4;

/** value * 2**exponent without leaving the range of doubles on the way. */
function scaledBy(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

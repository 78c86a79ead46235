import type { Rational } from 'toolbase/toolkit';

/** Quotient of integers with positive denominator, not reduced: the few operations of a formula cost less than the
 * divisors would. */
export type Exact = { readonly n: bigint; readonly d: bigint };

export const NONE: Exact = { n: 0n, d: 1n };

export const fromRational = ({ s, n, d }: Rational): Exact => ({ n: s * n, d });

/** A double is an integer times a power of two. @param value finite */
export function fromDouble(value: number): Exact {
  let scaled = value;
  let bits = 0n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    bits++;
  }
  return { n: BigInt(scaled), d: 1n << bits };
}

export const minus = ({ n, d }: Exact): Exact => ({ n: -n, d });

export function plus(a: Exact, b: Exact): Exact {
  if (a.n === 0n) return b;
  if (b.n === 0n) return a;
  if (a.d === b.d) return { n: a.n + b.n, d: a.d };
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export const times = (a: Exact, b: Exact): Exact =>
  a.n === 0n || b.n === 0n ? NONE : { n: a.n * b.n, d: a.d * b.d };

/** @throws RangeError for 0 */
export function reciprocal({ n, d }: Exact): Exact {
  if (n === 0n) throw new RangeError('division by zero');
  return n < 0n ? { n: -d, d: -n } : { n: d, d: n };
}

export const isEqual = (a: Exact, b: Exact): boolean => a.n * b.d === b.n * a.d;

/** Bits kept when a quotient is turned into a double: enough for one rounding. */
const KEPT_BITS = 64;

export function toDouble({ n, d }: Exact): number {
  if (n === 0n) return 0;
  const [size, sign] = n < 0n ? [-n, -1] : [n, 1];
  const shift = bitLength(d) - bitLength(size) + KEPT_BITS;
  const scaled = shift >= 0 ? (size << BigInt(shift)) / d : size / (d << BigInt(-shift));
  return sign * timesPowerOfTwo(Number(scaled), -shift);
}

const bitLength = (value: bigint): number => value.toString(16).length * 4;

/** Without leaving the range of doubles on the way. */
function timesPowerOfTwo(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

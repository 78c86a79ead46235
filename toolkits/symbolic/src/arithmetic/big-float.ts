import type { Rational } from 'toolbase/toolkit';

/** mantissa * 2**exponent. Results are rounded to PRECISION bits. */
export type BigFloat = { readonly m: bigint; readonly e: number };

const PRECISION = 320;

export const BIG_ZERO: BigFloat = { m: 0n, e: 0 };

function rounded(m: bigint, e: number): BigFloat {
  if (m === 0n) return BIG_ZERO;
  const excess = bitLength(m) - PRECISION;
  return excess <= 0 ? { m, e } : { m: m >> BigInt(excess), e: e + excess };
}

const bitLength = (value: bigint): number => (value < 0n ? -value : value).toString(16).length * 4;

export const fromRational = ({ s, n, d }: Rational): BigFloat => quotientOf(s * n, d);

function quotientOf(n: bigint, d: bigint): BigFloat {
  const shift = PRECISION + Math.max(0, bitLength(d) - bitLength(n)) + 8;
  return rounded((n << BigInt(shift)) / d, -shift);
}

/** @param value finite */
export function fromNumber(value: number): BigFloat {
  let scaled = value;
  let e = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    e--;
  }
  return rounded(BigInt(scaled), e);
}

export const negative = ({ m, e }: BigFloat): BigFloat => ({ m: -m, e });

export function plus(a: BigFloat, b: BigFloat): BigFloat {
  if (a.m === 0n) return b;
  if (b.m === 0n) return a;
  const e = Math.min(a.e, b.e);
  // Far below the last bit of the other.
  if (Math.abs(a.e - b.e) > 4 * PRECISION) return magnitude(a) > magnitude(b) ? a : b;
  return rounded((a.m << BigInt(a.e - e)) + (b.m << BigInt(b.e - e)), e);
}

const magnitude = ({ m, e }: BigFloat): number => bitLength(m) + e;

export const times = (a: BigFloat, b: BigFloat): BigFloat => rounded(a.m * b.m, a.e + b.e);

/** @throws RangeError for division by 0 */
export function over(a: BigFloat, b: BigFloat): BigFloat {
  if (b.m === 0n) throw new RangeError('division by zero');
  const { m, e } = quotientOf(b.m < 0n ? -a.m : a.m, b.m < 0n ? -b.m : b.m);
  return rounded(m, e + a.e - b.e);
}

/** @param a not negative */
export function root(a: BigFloat): BigFloat {
  if (a.m === 0n) return BIG_ZERO;
  const shift = 2 * PRECISION - bitLength(a.m);
  const even = (shift - a.e) % 2 === 0 ? shift : shift + 1;
  const m = even >= 0 ? a.m << BigInt(even) : a.m >> BigInt(-even);
  return rounded(integerRoot(m), (a.e - even) / 2);
}

function integerRoot(n: bigint): bigint {
  let x = 1n << BigInt(Math.ceil(bitLength(n) / 2));
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

const ONE: BigFloat = { m: 1n, e: 0 };

/** Natural logarithm. @param a above 0 */
export function logarithm(a: BigFloat): BigFloat {
  const power = magnitude(a);
  // a = x 2^power with x from 1/16 to 1; three square roots bring x near 1.
  let x: BigFloat = { m: a.m, e: a.e - power };
  for (let step = 0; step < 6; step++) x = root(x);
  const near = times(artanhSeries(over(plus(x, negative(ONE)), plus(x, ONE))), { m: 1n, e: 7 });
  return plus(near, times(logTwo(), { m: BigInt(power), e: 0 }));
}

let known: BigFloat | undefined;
/** log 2 = 2 artanh(1/3). */
function logTwo(): BigFloat {
  known ??= times(artanhSeries(over(ONE, { m: 3n, e: 0 })), { m: 2n, e: 0 });
  return known;
}

/** z + z^3/3 + z^5/5 + ... */
function artanhSeries(z: BigFloat): BigFloat {
  const square = times(z, z);
  let [power, total] = [z, z];
  for (let n = 3; power.m !== 0n && magnitude(power) > magnitude(total) - PRECISION; n += 2) {
    power = times(power, square);
    total = plus(total, over(power, { m: BigInt(n), e: 0 }));
  }
  return total;
}

export function toNumber({ m, e }: BigFloat): number {
  const excess = Math.max(0, bitLength(m) - 64);
  const [value, exponent] = [Number(m >> BigInt(excess)), e + excess];
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

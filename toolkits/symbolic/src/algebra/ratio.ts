import { toSympy } from 'toolbase/toolkit';
import { type Piece, quotient, type SignedExpression } from './build-expression.ts';
import { gcd } from './polynomial.ts';

/** A rational number, positive or negative, times powers: one fraction before it is written. */
export type Ratio = {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly pieces: readonly Piece[];
};

/** In lowest terms, denominator positive, powers of one base added up. */
export function ratio(numerator: bigint, denominator: bigint, pieces: readonly Piece[]): Ratio {
  const common = gcd(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return { numerator: numerator / common, denominator: denominator / common, pieces: merged(pieces) };
}

export const product = (a: Ratio, b: Ratio): Ratio =>
  ratio(a.numerator * b.numerator, a.denominator * b.denominator, [...a.pieces, ...b.pieces]);

/** @param divisor not zero */
export const inverse = ({ numerator, denominator, pieces }: Ratio): Ratio =>
  ratio(
    denominator,
    numerator,
    pieces.map(({ base, halves }) => ({ base, halves: -halves })),
  );

/** Powers of one base added up. */
export function merged(pieces: readonly Piece[]): Piece[] {
  const found = new Map<string, Piece>();
  for (const { base, halves } of pieces) {
    const key = toSympy(base);
    found.set(key, { base, halves: (found.get(key)?.halves ?? 0) + halves });
  }
  return [...found.values()].filter(({ halves }) => halves !== 0);
}

/** As it is written: roots last, in a denominator pi and single names before sums. */
export function written({ numerator, denominator, pieces }: Ratio): SignedExpression {
  const negative = numerator < 0n;
  const above = pieces.filter(({ halves }) => halves > 0).sort((a, b) => rootRank(a) - rootRank(b));
  const below = pieces.filter(({ halves }) => halves < 0).sort((a, b) => rank(a) - rank(b));
  return { negative, value: quotient(negative ? -numerator : numerator, denominator, [...above, ...below]) };
}

const rootRank = ({ halves }: Piece): number => Math.abs(halves % 2);

function rank(piece: Piece): number {
  if (piece.base.kind === 'constant') return 0;
  return (piece.base.kind === 'name' ? 1 : 2) + rootRank(piece);
}

import { toSympy } from 'toolbase/toolkit';
import { type Piece, type SignedExpression, signedTerms, sumOf } from './build-expression.ts';
import { gcd } from './polynomial.ts';
import { product, type Ratio, ratio, written } from './ratio.ts';

/** A sum as one fraction: like terms added up, the number and the powers that all of them share in front. Nothing
 * is multiplied out. */
export function collected(terms: readonly Ratio[]): Ratio {
  const different = likeTermsAdded(terms);
  const [only] = different;
  if (only === undefined) return ratio(0n, 1n, []);
  if (different.length === 1) return only;
  const front = commonFactor(different);
  const base = sumOf(different.flatMap((term) => termsOf({ ...term, ...withoutFactor(term, front) })));
  return product(front, ratio(1n, 1n, [{ base, halves: 2 }]));
}

/** Terms of equal powers added up, in the order in which they first stand. */
export function likeTermsAdded(terms: readonly Ratio[]): Ratio[] {
  const found = new Map<string, Ratio>();
  for (const term of terms) {
    const key = keyOf(term.pieces);
    const before = found.get(key) ?? { numerator: 0n, denominator: 1n };
    const numerator = before.numerator * term.denominator + term.numerator * before.denominator;
    found.set(key, ratio(numerator, before.denominator * term.denominator, term.pieces));
  }
  return [...found.values()].filter(({ numerator }) => numerator !== 0n);
}

/** The same for pieces in another order. */
export const keyOf = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ base, halves }) => `${toSympy(base)}^${halves}`)
    .sort()
    .join(' ');

/** The largest number that leaves integers, negative when every term is, and the powers that are in all terms. */
function commonFactor(terms: readonly Ratio[]): Ratio {
  const sign = terms.every(({ numerator }) => numerator < 0n) ? -1n : 1n;
  const numerator = terms.reduce((common, term) => gcd(common, term.numerator), 0n);
  const denominator = terms.reduce(
    (common, term) => (common / gcd(common, term.denominator)) * term.denominator,
    1n,
  );
  const halves = terms.map(
    ({ pieces }) => new Map(pieces.map((piece) => [toSympy(piece.base), piece.halves])),
  );
  const shared = (terms[0]?.pieces ?? []).flatMap(({ base }): Piece[] => {
    const powers = halves.map((all) => all.get(toSympy(base)) ?? 0);
    const [lowest, highest] = [Math.min(...powers), Math.max(...powers)];
    if (lowest > 0) return [{ base, halves: lowest }];
    return highest < 0 ? [{ base, halves: highest }] : [];
  });
  return ratio(sign * numerator, denominator, shared);
}

const withoutFactor = (term: Ratio, front: Ratio): Ratio =>
  ratio(term.numerator * front.denominator, term.denominator * front.numerator, [
    ...term.pieces,
    ...front.pieces.map(({ base, halves }) => ({ base, halves: -halves })),
  ]);

/** The terms of a fraction that is no more than a sum or its negative, else the fraction itself. */
export function termsOf(term: Ratio): SignedExpression[] {
  const { numerator, denominator, pieces } = term;
  const [only] = pieces;
  const plain = denominator === 1n && (numerator === 1n || numerator === -1n) && pieces.length === 1;
  if (!plain || only === undefined || only.halves !== 2 || only.base.kind !== 'sum') return [written(term)];
  return signedTerms(only.base, numerator < 0n);
}

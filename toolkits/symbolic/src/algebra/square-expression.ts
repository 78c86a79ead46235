import { type Expression, toSympy } from 'toolbase/toolkit';
import type { Factor } from '../convention/factor.ts';
import { isZero as isZeroQuantity } from '../declaration/quantity.ts';
import { integer, type Piece, productOf, quotient, sumOf } from './build-expression.ts';
import { primitivePart } from './divide.ts';
import type { Generators } from './generators.ts';
import { groupedExpression } from './grouped-expression.ts';
import { gcd, isZero, type Polynomial, scale } from './polynomial.ts';
import { leadingSign, monomialPieces } from './polynomial-expression.ts';
import type { Denominator, SquareForm, SquareTerm } from './square-form.ts';

/** Names of the invariants in formulas. */
export type InvariantNames = { readonly s: string; readonly t: string; readonly u: string };

const name = (text: string): Expression => ({ kind: 'name', name: text });
const squared = (base: Expression): Expression => ({ kind: 'power', base, exponent: integer(2n) });

/** A denominator as it is written: t - m**2, or (s - m**2)**2 + m**2*G**2. */
export function denominatorExpression(
  { channel, mass, width }: Denominator,
  names: InvariantNames,
): Expression {
  const invariant = name(names[channel]);
  const difference = isZeroQuantity(mass)
    ? invariant
    : sumOf([
        { negative: false, value: invariant },
        { negative: true, value: squared(mass.expression) },
      ]);
  if (width === undefined) return difference;
  return sumOf([
    { negative: false, value: squared(difference) },
    { negative: false, value: productOf([squared(mass.expression), squared(width.expression)]) },
  ]);
}

/** A polynomial times a factor and powers, as quotient with its common factors in front. */
export function polynomialQuotient(
  p: Polynomial,
  factor: Factor,
  pieces: readonly Piece[],
  generators: Generators,
): { negative: boolean; value: Expression } {
  if (isZero(p)) return { negative: false, value: integer(0n) };
  const { numerator, denominator, monomial, primitive: unsigned } = primitivePart(p);
  const leading = leadingSign(unsigned);
  const primitive = scale(unsigned, leading);
  const [only] = primitive.terms.values();
  const isNumber = only !== undefined && primitive.terms.size === 1;
  const sign = isNumber ? only.coefficient : 1n;
  const top = numerator * leading * sign * factor.numerator;
  const bottom = denominator * factor.denominator;
  const common = gcd(top, bottom);
  const size = top < 0n ? -top : top;
  const all = merged([
    ...monomialPieces(monomial, generators),
    ...(isNumber ? [] : [{ base: groupedExpression(primitive, generators), halves: 2 }]),
    ...pieces,
  ]);
  return { negative: top < 0n, value: quotient(size / common, bottom / common, all) };
}

/** Powers of one base added up. */
export function merged(pieces: readonly Piece[]): Piece[] {
  const found = new Map<string, Piece>();
  for (const { base, halves } of pieces) {
    const key = toSympy(base);
    found.set(key, { base, halves: (found.get(key)?.halves ?? 0) + halves });
  }
  return [...found.values()].filter(({ halves }) => halves !== 0);
}

export const denominatorPieces = ({ powers }: SquareTerm, names: InvariantNames): Piece[] =>
  [...powers.values()].map(({ denominator, power }) => ({
    base: denominatorExpression(denominator, names),
    halves: -2 * power,
  }));

/** The squared amplitude in masses, couplings and invariants, times a factor. */
export function squareExpression(
  { terms }: SquareForm,
  factor: Factor,
  names: InvariantNames,
  generators: Generators,
): Expression {
  return sumOf(
    terms.map((term) =>
      polynomialQuotient(term.numerator, factor, denominatorPieces(term, names), generators),
    ),
  );
}

export const product = (factors: readonly Factor[]): Factor => {
  const numerator = factors.reduce((total, factor) => total * factor.numerator, 1n);
  const denominator = factors.reduce((total, factor) => total * factor.denominator, 1n);
  const common = gcd(numerator, denominator);
  return { numerator: numerator / common, denominator: denominator / common };
};

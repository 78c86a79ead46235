import type { Expression } from 'toolbase/toolkit';
import type { Factor } from '../convention/factor.ts';
import { isZero as isZeroQuantity } from '../declaration/quantity.ts';
import { integer, type Piece, productOf, sumOf } from './build-expression.ts';
import { collected } from './collected.ts';
import { primitivePart } from './divide.ts';
import { type FormsInS, signAtLargeS, withoutForms } from './factors-in-s.ts';
import type { Generators } from './generators.ts';
import { groupedExpression } from './grouped-expression.ts';
import { gcd, isZero, type Polynomial, scale } from './polynomial.ts';
import { monomialPieces } from './polynomial-expression.ts';
import { type Ratio, ratio, written } from './ratio.ts';
import { squareRoot } from './square-root.ts';
import type { Denominator, SquareForm, SquareTerm } from './square-form.ts';

/** Names of the invariants in formulas. */
export type InvariantNames = { readonly s: string; readonly t: string; readonly u: string };

/** What polynomials are written with. */
export type Writing = { readonly generators: Generators; readonly inS: FormsInS | undefined };

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

/** A polynomial times a factor and powers as one fraction, with its common factors in front. */
export function polynomialRatio(
  p: Polynomial,
  factor: Factor,
  pieces: readonly Piece[],
  { generators, inS }: Writing,
): Ratio {
  if (isZero(p)) return ratio(0n, 1n, []);
  const { numerator, denominator, monomial, primitive } = primitivePart(p);
  const { pieces: forms, rest } = withoutForms(primitive, inS);
  const root = inS === undefined ? undefined : squareRoot(rest);
  const unsigned = root ?? rest;
  const sign = signAtLargeS(unsigned, inS);
  const base = scale(unsigned, sign);
  const [only] = base.terms.values();
  const isNumber = only !== undefined && base.terms.size === 1;
  const size = (root === undefined ? sign : 1n) * (isNumber ? only.coefficient : 1n);
  const halves = root === undefined ? 2 : 4;
  return ratio(numerator * size * factor.numerator, denominator * factor.denominator, [
    ...monomialPieces(monomial, generators),
    ...forms,
    ...(isNumber ? [] : factorsOf(groupedExpression(base, generators, inS), halves)),
    ...pieces,
  ]);
}

/** The factors of a product one by one, so that terms can share them. */
function factorsOf(base: Expression, halves: number): Piece[] {
  if (base.kind !== 'product') return [{ base, halves }];
  const isPlain = base.factors.every(
    ({ sign, value }) => sign === '*' && value.kind !== 'negate' && value.kind !== 'number',
  );
  if (!isPlain) return [{ base, halves }];
  return base.factors.map(({ value }) => ({ base: value, halves }));
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
  writing: Writing,
): Expression {
  const ratios = terms.map((term) =>
    polynomialRatio(term.numerator, factor, denominatorPieces(term, names), writing),
  );
  return sumOf([written(collected(ratios))]);
}

export const product = (factors: readonly Factor[]): Factor => {
  const numerator = factors.reduce((total, factor) => total * factor.numerator, 1n);
  const denominator = factors.reduce((total, factor) => total * factor.denominator, 1n);
  const common = gcd(numerator, denominator);
  return { numerator: numerator / common, denominator: denominator / common };
};

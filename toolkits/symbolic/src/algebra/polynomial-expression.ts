import type { Expression } from 'toolbase/toolkit';
import {
  integer,
  type Piece,
  productOf,
  quotient,
  type SignedExpression,
  sumOf,
} from './build-expression.ts';
import { primitivePart } from './divide.ts';
import type { Generators } from './generators.ts';
import { type Monomial, type Polynomial, polynomial, type PolynomialTerm } from './polynomial.ts';

/** Powers of a monomial as they are written, couplings before masses: A conjugate(A) as Abs(A)**2. */
export function monomialPieces(monomial: Monomial, generators: Generators): Piece[] {
  const left = [...monomial];
  const pieces: { piece: Piece; isMass: boolean }[] = [];
  for (const index of monomial.keys()) {
    const { expression, conjugate, isMass } = generators.at(index);
    const [own, partner] = [left[index] ?? 0, conjugate === index ? 0 : (left[conjugate] ?? 0)];
    const shared = own > 0 && partner > 0 ? Math.min(own, partner) : 0;
    if (shared > 0) {
      pieces.push({ piece: squaredModulus(expression, shared), isMass });
      left[conjugate] = partner - shared;
    }
    if (own !== shared) pieces.push({ piece: { base: expression, halves: 2 * (own - shared) }, isMass });
  }
  return [...pieces.filter(({ isMass }) => !isMass), ...pieces.filter(({ isMass }) => isMass)].map(
    ({ piece }) => piece,
  );
}

/** Abs(A)**2, and Abs(x) for A = sqrt(x). */
function squaredModulus(expression: Expression, times: number): Piece {
  const isRoot = expression.kind === 'call' && expression.callee === 'sqrt';
  const argument = isRoot ? expression.argument : expression;
  return { base: { kind: 'call', callee: 'Abs', argument }, halves: (isRoot ? 2 : 4) * times };
}

/** A polynomial with integer coefficients as a sum, grouped by what multiplies the same polynomial in the masses:
 * (yL**2 + yR**2)*(mS**2 - m1**2 - m2**2) - 4*yL*yR*m1*m2. */
export function groupedExpression(p: Polynomial, generators: Generators): Expression {
  const groups = new Map<string, { masses: Polynomial; rest: PolynomialTerm[] }>();
  for (const [monomial, masses] of byRest(p, generators)) {
    const { numerator, primitive, monomial: common } = primitivePart(masses);
    const sign = leadingSign(primitive);
    const key = [
      common.join(),
      ...[...primitive.terms].map(([k, t]) => `${k}:${t.coefficient * sign}`).sort(),
    ].join(';');
    const group = groups.get(key) ?? { masses: unitContent(masses), rest: [] };
    group.rest.push({ monomial: monomial, coefficient: numerator * sign });
    groups.set(key, group);
  }
  const terms = [...groups.values()].flatMap(({ masses, rest }) => groupTerms(masses, rest, generators));
  return sumOf(terms);
}

/** The polynomials in the masses, by the monomial of everything else. */
function byRest(p: Polynomial, generators: Generators): [Monomial, Polynomial][] {
  const found = new Map<string, { monomial: Monomial; terms: PolynomialTerm[] }>();
  for (const term of p.terms.values()) {
    const { masses, rest } = generators.split(term);
    const group = found.get(rest.join()) ?? { monomial: rest, terms: [] };
    group.terms.push({ monomial: masses, coefficient: term.coefficient });
    found.set(rest.join(), group);
  }
  return [...found.values()].map(({ monomial, terms }) => [monomial, polynomial(terms)]);
}

function unitContent(masses: Polynomial): Polynomial {
  const { numerator, primitive } = primitivePart(masses);
  const sign = leadingSign(primitive);
  return polynomial(
    [...masses.terms.values()].map(({ monomial, coefficient }) => ({
      monomial,
      coefficient: (coefficient / numerator) * sign,
    })),
  );
}

export const leadingSign = (p: Polynomial): bigint =>
  (sortedTerms(p)[0]?.coefficient ?? 1n) < 0n ? -1n : 1n;

function groupTerms(
  masses: Polynomial,
  rest: readonly PolynomialTerm[],
  generators: Generators,
): SignedExpression[] {
  const single = masses.terms.size === 1 || isOne(rest);
  if (single)
    return sortedTerms(masses).flatMap((mass) =>
      rest.map((other) =>
        termExpression(
          {
            monomial: merged(other.monomial, mass.monomial),
            coefficient: mass.coefficient * other.coefficient,
          },
          generators,
        ),
      ),
    );
  const { numerator, primitive, monomial } = primitivePart(polynomial(rest));
  const sign = leadingSign(primitive);
  const outer = quotient(
    numerator * sign < 0n ? -numerator * sign : numerator * sign,
    1n,
    monomialPieces(monomial, generators),
  );
  const inner = plainSum(
    polynomial([...primitive.terms.values()].map((t) => ({ ...t, coefficient: t.coefficient * sign }))),
    generators,
  );
  const parts = [outer, inner, plainSum(masses, generators)].filter((part) => !isUnit(part));
  return [{ negative: numerator * sign < 0n, value: productOf(parts) }];
}

const isOne = (rest: readonly PolynomialTerm[]): boolean =>
  rest.length === 1 && rest[0]?.monomial.length === 0 && rest[0].coefficient === 1n;

const isUnit = (value: Expression): boolean => value.kind === 'number' && value.text === '1';

const merged = (a: Monomial, b: Monomial): Monomial =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, index) => (a[index] ?? 0) + (b[index] ?? 0));

/** Term by term, highest powers of the first generators first. */
export const plainSum = (p: Polynomial, generators: Generators): Expression =>
  sumOf(sortedTerms(p).map((term) => termExpression(term, generators)));

function termExpression({ monomial, coefficient }: PolynomialTerm, generators: Generators): SignedExpression {
  const negative = coefficient < 0n;
  const pieces = monomialPieces(monomial, generators);
  const size = negative ? -coefficient : coefficient;
  return { negative, value: pieces.length === 0 ? integer(size) : quotient(size, 1n, pieces) };
}

const sortedTerms = (p: Polynomial): PolynomialTerm[] =>
  [...p.terms.values()].sort((a, b) => compareMonomials(b.monomial, a.monomial));

function compareMonomials(a: Monomial, b: Monomial): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

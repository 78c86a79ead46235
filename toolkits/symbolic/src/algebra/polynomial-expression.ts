import type { Expression } from 'toolbase/toolkit';
import { type Piece, quotient, type SignedExpression, sumOf } from './build-expression.ts';
import type { Generators } from './generators.ts';
import type { Monomial, Polynomial, PolynomialTerm } from './polynomial.ts';

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

/** Term by term, highest powers of the first generators first, or of the one given. */
export const plainSum = (p: Polynomial, generators: Generators, first?: number): Expression =>
  sumOf(sortedTerms(p, first).map((term) => termExpression(term, generators)));

/** @param term with integer coefficient */
export function termExpression(
  { monomial, coefficient }: PolynomialTerm,
  generators: Generators,
): SignedExpression {
  const negative = coefficient < 0n;
  const pieces = monomialPieces(monomial, generators);
  return { negative, value: quotient(negative ? -coefficient : coefficient, 1n, pieces) };
}

export const leadingSign = (p: Polynomial): bigint =>
  (sortedTerms(p)[0]?.coefficient ?? 1n) < 0n ? -1n : 1n;

export const sortedTerms = (p: Polynomial, first?: number): PolynomialTerm[] => {
  const power = ({ monomial }: PolynomialTerm): number => (first === undefined ? 0 : (monomial[first] ?? 0));
  return [...p.terms.values()].sort(
    (a, b) => power(b) - power(a) || compareMonomials(b.monomial, a.monomial),
  );
};

function compareMonomials(a: Monomial, b: Monomial): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

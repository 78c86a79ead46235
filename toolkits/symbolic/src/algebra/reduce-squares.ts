import { couplingPolynomial, type PolynomialContext } from './coupling-polynomial.ts';
import {
  add,
  inverse,
  multiply,
  ONE,
  type Polynomial,
  type PolynomialTerm,
  polynomial,
  power,
  scale,
  sum,
} from './polynomial.ts';

/** A root may stand under a root; each pass opens one layer. */
const MAX_LAYERS = 20;

/** Replaces even powers of real square roots by powers of what is under them, and of sin(x) by those of
 * 1 - cos(x)**2. */
export function withReducedSquares(p: Polynomial, context: PolynomialContext): Polynomial {
  let reduced = p;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const opened = [...reduced.terms.values()].map((term) => openedTerm(term, context));
    if (opened.every((part) => part === undefined)) return reduced;
    const { denominator } = reduced;
    reduced = sum(
      [...reduced.terms.values()].map((term, index) => {
        const { kept, inside } = opened[index] ?? { kept: term, inside: ONE };
        return multiply(polynomial([kept], denominator), inside);
      }),
    );
  }
  return reduced;
}

/** A term without its squared generators, and what those are equal to; undefined when it has none. */
function openedTerm(
  term: PolynomialTerm,
  context: PolynomialContext,
): { kept: PolynomialTerm; inside: Polynomial } | undefined {
  const monomial = [...term.monomial];
  let inside: Polynomial | undefined;
  for (const [index, exponent] of term.monomial.entries()) {
    const pairs = Math.trunc(exponent / 2);
    const square = pairs === 0 ? undefined : squareOf(index, context);
    const base = pairs > 0 ? square : square && inverse(square);
    if (base === undefined) continue;
    monomial[index] = exponent - 2 * pairs;
    inside = multiply(inside ?? ONE, power(base, Math.abs(pairs)));
  }
  return inside === undefined ? undefined : { kept: { ...term, monomial }, inside };
}

function squareOf(index: number, context: PolynomialContext): Polynomial | undefined {
  const { expression, conjugate } = context.generators.at(index);
  if (conjugate !== index || expression.kind !== 'call') return undefined;
  const { callee, argument } = expression;
  if (callee === 'sqrt') return couplingPolynomial(argument, context);
  if (callee !== 'sin') return undefined;
  const cosine = context.generators.real({ kind: 'call', callee: 'cos', argument });
  return add(ONE, scale(multiply(cosine, cosine), -1n));
}

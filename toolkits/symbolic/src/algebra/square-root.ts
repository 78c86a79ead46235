import {
  add,
  isZero,
  multiply,
  type Polynomial,
  polynomial,
  type PolynomialTerm,
  scale,
} from './polynomial.ts';
import { sortedTerms } from './polynomial-expression.ts';

/** A longer polynomial is not tried. */
const MAX_TERMS = 45;

/** The polynomial whose square this is, when there is one, up to its sign: its terms one by one, as by hand.
 * @param p integer coefficients, no exponent below 0 */
export function squareRoot(p: Polynomial): Polynomial | undefined {
  const terms = sortedTerms(p);
  const [leading] = terms;
  if (leading === undefined || terms.length < 3 || terms.length > MAX_TERMS) return undefined;
  if (terms.some(({ monomial }) => (monomial[0] ?? 0) !== 0)) return undefined;
  const first = rootOfTerm(leading);
  const last = rootOfTerm(terms.at(-1) ?? leading);
  if (first === undefined || last === undefined) return undefined;
  let root = polynomial([first]);
  let left = add(p, scale(multiply(root, root), -1n));
  for (let count = 1; count < terms.length && !isZero(left); count++) {
    const next = quotientOf(sortedTerms(left)[0], first);
    if (next === undefined) return undefined;
    const part = polynomial([next]);
    left = add(left, scale(multiply(part, add(scale(root, 2n), part)), -1n));
    root = add(root, part);
  }
  return isZero(left) ? root : undefined;
}

function rootOfTerm({ monomial, coefficient }: PolynomialTerm): PolynomialTerm | undefined {
  const root = integerRoot(coefficient);
  if (root === undefined || monomial.some((exponent) => exponent % 2 !== 0)) return undefined;
  return { monomial: monomial.map((exponent) => exponent / 2), coefficient: root };
}

/** term/(2 first) when that is a term with integer coefficient. */
function quotientOf(term: PolynomialTerm | undefined, first: PolynomialTerm): PolynomialTerm | undefined {
  const divisor = 2n * first.coefficient;
  if (term === undefined || term.coefficient % divisor !== 0n) return undefined;
  const length = Math.max(term.monomial.length, first.monomial.length);
  const monomial = Array.from(
    { length },
    (_, index) => (term.monomial[index] ?? 0) - (first.monomial[index] ?? 0),
  );
  return monomial.some((exponent) => exponent < 0)
    ? undefined
    : { monomial, coefficient: term.coefficient / divisor };
}

/** By Newton's method, from above. */
function integerRoot(value: bigint): bigint | undefined {
  if (value < 0n) return undefined;
  let root = value;
  for (let next = (value + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next;
  return root * root === value ? root : undefined;
}

import {
  add,
  gcd,
  generatorPower,
  isZero,
  type Monomial,
  monomialProduct,
  multiply,
  type Polynomial,
  type PolynomialTerm,
  polynomial,
  scale,
  sum,
  trimmed,
  ZERO,
} from './polynomial.ts';

/** p = content * monomial * primitive: integer coefficients without common factor, no exponent below 0, every
 * generator absent from some term. */
export type Primitive = {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly monomial: Monomial;
  readonly primitive: Polynomial;
};

/** @param p not zero */
export function primitivePart(p: Polynomial): Primitive {
  const terms = [...p.terms.values()];
  const width = Math.max(...terms.map(({ monomial }) => monomial.length));
  // The imaginary unit has no powers to take out.
  const lowest = Array.from({ length: width }, (_, index) =>
    index === 0 ? 0 : Math.min(...terms.map(({ monomial }) => monomial[index] ?? 0)),
  );
  const monomial = trimmed(lowest);
  const numerator = terms.reduce((common, { coefficient }) => gcd(common, coefficient), 0n);
  const inverseMonomial = monomial.map((exponent) => -exponent);
  const primitive = polynomial(
    terms.map((term) => ({
      monomial: monomialProduct(term.monomial, inverseMonomial),
      coefficient: term.coefficient / numerator,
    })),
  );
  return { numerator, denominator: p.denominator, monomial, primitive };
}

/** p/divisor when that is a polynomial, else undefined: synthetic division in one generator.
 * @param p no exponent below 0
 * @param divisor the generator alone plus terms without it, integer coefficients */
export function exactQuotient(p: Polynomial, divisor: Polynomial, generator: number): Polynomial | undefined {
  if (!vanishesWith(p, divisor, generator)) return undefined;
  const root = add(generatorPower(generator, 1), scale(divisor, -1n));
  const coefficients = coefficientsIn(p, generator);
  let carried = ZERO;
  const quotient: Polynomial[] = [];
  for (let degree = coefficients.length - 1; degree > 0; degree--) {
    carried = add(coefficients[degree] ?? ZERO, multiply(root, carried));
    quotient.push(multiply(carried, generatorPower(generator, degree - 1)));
  }
  const remainder = add(coefficients[0] ?? ZERO, multiply(root, carried));
  return isZero(remainder) ? sum(quotient) : undefined;
}

/** Coefficients of the powers of one generator, from the 0th. */
function coefficientsIn(p: Polynomial, generator: number): Polynomial[] {
  const found: PolynomialTerm[][] = [];
  for (const { monomial, coefficient } of p.terms.values()) {
    const degree = monomial[generator] ?? 0;
    const rest = monomial.map((exponent, index) => (index === generator ? 0 : exponent));
    while (found.length <= degree) found.push([]);
    found[degree]?.push({ monomial: rest, coefficient });
  }
  return found.map((terms) => polynomial(terms, p.denominator));
}

/** Whether p is 0 at one point where the divisor is: cheap, and nearly always tells that it does not divide p. */
function vanishesWith(p: Polynomial, divisor: Polynomial, generator: number): boolean {
  const point = (index: number): bigint => BigInt(2 * index + 3);
  const root = point(generator) - valueAt(divisor, point);
  return valueAt(p, (index) => (index === generator ? root : point(index))) === 0n;
}

/** Value times the denominator. */
const valueAt = ({ terms }: Polynomial, at: (index: number) => bigint): bigint =>
  [...terms.values()].reduce(
    (total, { monomial, coefficient }) =>
      total + monomial.reduce((product, power, index) => product * at(index) ** BigInt(power), coefficient),
    0n,
  );

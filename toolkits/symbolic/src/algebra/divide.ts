import {
  add,
  gcd,
  generatorPower,
  isZero,
  type Monomial,
  monomialProduct,
  multiply,
  type Polynomial,
  polynomial,
  scale,
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

/** p/divisor when that is a polynomial, else undefined.
 * @param divisor its term of highest degree in the generator is that generator alone, with coefficient 1
 * @param generator index of that generator */
export function exactQuotient(p: Polynomial, divisor: Polynomial, generator: number): Polynomial | undefined {
  let rest = p;
  let quotient = ZERO;
  for (;;) {
    const degree = Math.max(0, ...[...rest.terms.values()].map(({ monomial }) => monomial[generator] ?? 0));
    if (degree === 0) return isZero(rest) ? quotient : undefined;
    const leading = polynomial(
      [...rest.terms.values()].filter(({ monomial }) => monomial[generator] === degree),
      rest.denominator,
    );
    const step = multiply(leading, generatorPower(generator, -1));
    quotient = add(quotient, step);
    rest = add(rest, scale(multiply(step, divisor), -1n));
  }
}

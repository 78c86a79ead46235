/** Exponents by generator index, trailing zeros cut; negative ones allowed. Generator 0 is the imaginary unit. */
export type Monomial = readonly number[];

export type PolynomialTerm = { readonly monomial: Monomial; readonly coefficient: bigint };

/** Exact Laurent polynomial: the sum of its terms over one positive denominator. Equal polynomials have equal terms
 * and denominators. */
export type Polynomial = {
  readonly terms: ReadonlyMap<string, PolynomialTerm>;
  readonly denominator: bigint;
};

const IMAGINARY = 0;

/** Adds up terms of equal monomials, replaces I**2 by -1 and reduces to lowest terms. */
export function polynomial(terms: Iterable<PolynomialTerm>, denominator = 1n): Polynomial {
  const collected = new Map<string, PolynomialTerm>();
  for (const term of terms) {
    const { monomial: exponents, coefficient } = withoutSquaredUnit(term);
    const monomial = trimmed(exponents);
    const key = monomial.join();
    const sum = (collected.get(key)?.coefficient ?? 0n) + coefficient;
    if (sum === 0n) collected.delete(key);
    else collected.set(key, { monomial, coefficient: sum });
  }
  return reduced(collected, denominator);
}

export const ZERO: Polynomial = { terms: new Map(), denominator: 1n };

export const constant = (numerator: bigint, denominator = 1n): Polynomial =>
  polynomial([{ monomial: [], coefficient: numerator }], denominator);

export const ONE = constant(1n);

/** One generator to an integer power. */
export const generatorPower = (index: number, exponent: number): Polynomial =>
  exponent === 0
    ? ONE
    : polynomial([{ monomial: [...new Array<number>(index).fill(0), exponent], coefficient: 1n }]);

export const IMAGINARY_UNIT = generatorPower(IMAGINARY, 1);

export const isZero = (p: Polynomial): boolean => p.terms.size === 0;

export function equal(p: Polynomial, q: Polynomial): boolean {
  return isZero(add(p, scale(q, -1n)));
}

export function add(p: Polynomial, q: Polynomial): Polynomial {
  if (isZero(p)) return q;
  if (isZero(q)) return p;
  const common = (p.denominator / gcd(p.denominator, q.denominator)) * q.denominator;
  return polynomial([...scaled(p, common / p.denominator), ...scaled(q, common / q.denominator)], common);
}

export const sum = (all: Iterable<Polynomial>): Polynomial => [...all].reduce(add, ZERO);

export function multiply(p: Polynomial, q: Polynomial): Polynomial {
  if (p === ONE) return q;
  if (q === ONE) return p;
  const terms: PolynomialTerm[] = [];
  for (const a of p.terms.values())
    for (const b of q.terms.values())
      terms.push({
        monomial: monomialProduct(a.monomial, b.monomial),
        coefficient: a.coefficient * b.coefficient,
      });
  return polynomial(terms, p.denominator * q.denominator);
}

export const product = (all: Iterable<Polynomial>): Polynomial => [...all].reduce(multiply, ONE);

/** @param exponent at least 0 */
export const power = (p: Polynomial, exponent: number): Polynomial =>
  product(Array.from({ length: exponent }, () => p));

export const scale = (p: Polynomial, numerator: bigint, denominator = 1n): Polynomial =>
  polynomial(scaled(p, numerator), p.denominator * denominator);

/** 1/p when p has a single term, else undefined. */
export function inverse(p: Polynomial): Polynomial | undefined {
  const [term] = p.terms.values();
  if (term === undefined || p.terms.size > 1) return undefined;
  const sign = term.coefficient < 0n ? -1n : 1n;
  return polynomial(
    [{ monomial: term.monomial.map((exponent) => -exponent), coefficient: sign * p.denominator }],
    sign * term.coefficient,
  );
}

/** Replaces every term; for conjugation and substitution. */
export const mapTerms = (p: Polynomial, change: (term: PolynomialTerm) => PolynomialTerm): Polynomial =>
  polynomial([...p.terms.values()].map(change), p.denominator);

export function monomialProduct(a: Monomial, b: Monomial): Monomial {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return long.map((exponent, index) => exponent + (short[index] ?? 0));
}

export function trimmed(monomial: Monomial): Monomial {
  let length = monomial.length;
  while (length > 0 && (monomial[length - 1] ?? 0) === 0) length--;
  return length === monomial.length ? monomial : monomial.slice(0, length);
}

export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

const scaled = (p: Polynomial, factor: bigint): PolynomialTerm[] =>
  [...p.terms.values()].map(({ monomial, coefficient }) => ({ monomial, coefficient: coefficient * factor }));

function withoutSquaredUnit(term: PolynomialTerm): PolynomialTerm {
  const units = term.monomial[IMAGINARY] ?? 0;
  if (units === 0 || units === 1) return term;
  const turns = ((units % 4) + 4) % 4;
  return {
    monomial: [turns % 2, ...term.monomial.slice(1)],
    coefficient: turns >= 2 ? -term.coefficient : term.coefficient,
  };
}

function reduced(terms: Map<string, PolynomialTerm>, denominator: bigint): Polynomial {
  if (terms.size === 0) return ZERO;
  if (denominator === 1n) return { terms, denominator };
  let common = denominator;
  for (const { coefficient } of terms.values()) {
    common = gcd(common, coefficient);
    if (common === 1n) return { terms, denominator };
  }
  for (const [key, { monomial, coefficient }] of terms)
    terms.set(key, { monomial, coefficient: coefficient / common });
  return { terms, denominator: denominator / common };
}

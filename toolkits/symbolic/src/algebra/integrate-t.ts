import { indexOf } from './factorise.ts';
import type { Invariants } from './invariants.ts';
import {
  add,
  isZero,
  multiply,
  ONE,
  type Polynomial,
  polynomial,
  type PolynomialTerm,
  power,
  scale,
  sum,
  ZERO,
} from './polynomial.ts';
import type { Denominator, SquareTerm } from './square-form.ts';

/** A pole in t: where it lies, t = at, and which denominator it is of. */
export type Pole = { readonly at: Polynomial; readonly denominator: Denominator };

/** Integrand in t without denominators that depend on it: coefficients of powers of t, and of 1/(t - pole) and
 * 1/(t - pole)**2. */
export type PartialFractions = {
  readonly powers: readonly Polynomial[];
  readonly simple: readonly {
    readonly pole: Pole;
    readonly coefficient: Polynomial;
    readonly over?: Polynomial;
  }[];
  readonly double: readonly { readonly pole: Pole; readonly coefficient: Polynomial }[];
};

/** Splits a term over its poles in t; the denominators of the s channel stay outside.
 * @throws RangeError for poles of higher order, which no product of two tree diagrams has */
export function partialFractions(
  { numerator, powers }: SquareTerm,
  { mandelstam }: Invariants,
): PartialFractions {
  if (mandelstam === undefined) throw new RangeError('a decay has no t');
  const t = indexOf(mandelstam.t);
  const poles = [...powers.values()].filter(({ denominator }) => denominator.channel !== 's');
  // u - m^2 = -(t - at)
  const sign = poles.reduce(
    (s, { denominator, power: n }) => (denominator.channel === 'u' && n % 2 === 1 ? -s : s),
    1n,
  );
  const coefficients = coefficientsIn(scale(numerator, sign), t);
  const [first, second, ...more] = poles.map(({ denominator, power: n }) => ({
    pole: poleOf(denominator, mandelstam),
    n,
  }));
  if (first === undefined) return { powers: coefficients, simple: [], double: [] };
  if (more.length > 0 || first.n > 2 || (second !== undefined && first.n + second.n > 2))
    throw new RangeError('too many poles');
  const [quotient, remainder] = divided(coefficients, first.pole.at);
  if (second === undefined) {
    if (first.n === 1)
      return { powers: quotient, simple: [{ pole: first.pole, coefficient: remainder }], double: [] };
    const [again, slope] = divided(quotient, first.pole.at);
    return {
      powers: again,
      simple: [{ pole: first.pole, coefficient: slope }],
      double: [{ pole: first.pole, coefficient: remainder }],
    };
  }
  const [rest, other] = divided(quotient, second.pole.at);
  const over = add(first.pole.at, scale(second.pole.at, -1n));
  return {
    powers: rest,
    simple: [
      { pole: second.pole, coefficient: other },
      { pole: first.pole, coefficient: remainder, over },
      { pole: second.pole, coefficient: scale(remainder, -1n), over },
    ],
    double: [],
  };
}

function poleOf(denominator: Denominator, { t }: { t: Polynomial }): Pole {
  const { real, channel } = denominator;
  return { denominator, at: channel === 't' ? add(t, scale(real, -1n)) : add(t, real) };
}

/** Synthetic division by t - at: quotient and remainder. */
function divided(coefficients: readonly Polynomial[], at: Polynomial): [Polynomial[], Polynomial] {
  let carried = ZERO;
  const quotient: Polynomial[] = [];
  for (let degree = coefficients.length - 1; degree >= 0; degree--) {
    if (degree < coefficients.length - 1) quotient.unshift(carried);
    carried = add(coefficients[degree] ?? ZERO, multiply(at, carried));
  }
  return [quotient, carried];
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

/** Integral of powers of t over [A - B, A + B] divided by 2 B: a polynomial in A and B**2. */
export function meanPowers(powers: readonly Polynomial[], A: Polynomial, squareB: Polynomial): Polynomial {
  return sum(
    powers.flatMap((coefficient, k) => {
      if (isZero(coefficient)) return [];
      // ((A + B)^n - (A - B)^n)/(2 B n) with n = k + 1
      const n = k + 1;
      return Array.from({ length: Math.floor(k / 2) + 1 }, (_, j) => {
        const factor = multiply(power(A, k - 2 * j), j === 0 ? ONE : power(squareB, j));
        return scale(multiply(coefficient, factor), binomial(n, 2 * j + 1), BigInt(n));
      });
    }),
  );
}

function binomial(n: number, k: number): bigint {
  let value = 1n;
  for (let i = 0; i < k; i++) value = (value * BigInt(n - i)) / BigInt(i + 1);
  return value;
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactQuotient, primitivePart } from '../src/algebra/divide.ts';
import { type DiracSum, diracTrace } from '../src/algebra/gamma-trace.ts';
import {
  add,
  constant,
  equal,
  generatorPower,
  IMAGINARY_UNIT,
  inverse,
  isZero,
  multiply,
  ONE,
  type Polynomial,
  polynomial,
  power,
  scale,
} from '../src/algebra/polynomial.ts';
import { contracted, type TensorTerm } from '../src/algebra/tensor.ts';
import { add as plus, type Complex, real, scaled, times } from '../src/numeric/complex.ts';
import { gamma5On, gammaOn } from '../src/numeric/dirac.ts';
import type { Spinor } from '../src/numeric/spinors.ts';

const polynomials: fc.Arbitrary<Polynomial> = fc
  .tuple(
    fc.array(
      fc.record({
        monomial: fc.tuple(fc.nat(1), fc.nat(3), fc.integer({ min: -2, max: 3 }), fc.nat(2)),
        coefficient: fc.bigInt({ min: -20n, max: 20n }),
      }),
      { maxLength: 6 },
    ),
    fc.bigInt({ min: 1n, max: 12n }),
  )
  .map(([terms, denominator]) => polynomial(terms, denominator));

describe('polynomials form a ring in which the imaginary unit squares to -1', () => {
  test('I*I = -1 and 1/I = -I', () => {
    expect(equal(multiply(IMAGINARY_UNIT, IMAGINARY_UNIT), constant(-1n))).toBe(true);
    expect(equal(inverse(IMAGINARY_UNIT)!, scale(IMAGINARY_UNIT, -1n))).toBe(true);
  });
  test('products distribute over sums and commute', () => {
    fc.assert(
      fc.property(polynomials, polynomials, polynomials, (p, q, r) => {
        expect(equal(multiply(p, add(q, r)), add(multiply(p, q), multiply(p, r)))).toBe(true);
        expect(equal(multiply(p, q), multiply(q, p))).toBe(true);
      }),
    );
  });
  test('content, monomial and primitive part multiply to the polynomial', () => {
    fc.assert(
      fc.property(
        polynomials.filter((p) => !isZero(p)),
        (p) => {
          const { numerator, denominator, monomial, primitive } = primitivePart(p);
          const outer = polynomial([{ monomial, coefficient: numerator }], denominator);
          expect(equal(multiply(outer, primitive), p)).toBe(true);
        },
      ),
    );
  });
  test('a product is divided by its linear factor, and nothing else is', () => {
    const divisor = add(generatorPower(1, 1), scale(generatorPower(3, 1), -2n));
    const whole = polynomials.map((p) => multiply(p, generatorPower(2, 4)));
    fc.assert(
      fc.property(whole, (p) => {
        const quotient = exactQuotient(multiply(p, divisor), divisor, 1);
        expect(quotient !== undefined && equal(quotient, p)).toBe(true);
        expect(exactQuotient(add(multiply(p, divisor), ONE), divisor, 1)).toBeUndefined();
      }),
    );
  });
  test('(x + y)**3 is multiplied out', () => {
    const cube = power(add(generatorPower(1, 1), generatorPower(2, 1)), 3);
    expect([...cube.terms.values()].map(({ coefficient }) => coefficient).sort()).toEqual([1n, 1n, 3n, 3n]);
  });
});

type Vector = readonly [number, number, number, number];
const METRIC = [1, -1, -1, -1];
const MU = [0, 1, 2, 3] as const;

/** Trace of explicit matrices: the sum over basis spinors of the component that comes back. */
function matrixTrace(vectors: readonly Vector[], five: boolean): Complex {
  return MU.reduce<Complex>((sum, index) => {
    const basis = MU.map((at) => real(at === index ? 1 : 0)) as unknown as Spinor;
    const start = five ? gamma5On(basis) : basis;
    return plus(sum, vectors.reduceRight<Spinor>((psi, p) => slashed(p, psi), start)[index]);
  }, real(0));
}

function slashed(p: Vector, psi: Spinor): Spinor {
  return MU.map((at) =>
    MU.reduce<Complex>((sum, mu) => plus(sum, scaled(gammaOn(mu, psi)[at], METRIC[mu]! * p[mu])), real(0)),
  ) as unknown as Spinor;
}

/** Value of trace terms for given vectors, by explicit contraction with epsilon^0123 = 1. */
function tensorValue(terms: readonly TensorTerm[], vectors: ReadonlyMap<string, Vector>): Complex {
  const vector = (slot: string): Vector => vectors.get(slot) ?? [Number.NaN, 0, 0, 0];
  const dot = (a: string, b: string): number =>
    MU.reduce<number>((sum, mu) => sum + METRIC[mu]! * vector(a)[mu] * vector(b)[mu], 0);
  return terms.reduce<Complex>((sum, { coefficient, pairs, epsilons }) => {
    let value = coefficientValue(coefficient);
    for (const [a, b] of pairs) value = scaled(value, dot(a, b));
    for (const slots of epsilons) value = scaled(value, epsilonOf(slots.map(vector)));
    return plus(sum, value);
  }, real(0));
}

const coefficientValue = ({ terms, denominator }: Polynomial): Complex =>
  [...terms.values()].reduce<Complex>((sum, { monomial, coefficient }) => {
    const size = Number(coefficient) / Number(denominator);
    return plus(sum, monomial[0] === 1 ? { re: 0, im: size } : real(size));
  }, real(0));

/** epsilon(a,b,c,d) of contravariant vectors: its indices are low, and epsilon_0123 = -1. */
function epsilonOf(rows: readonly Vector[]): number {
  const [a, b, c, d] = rows as readonly [Vector, Vector, Vector, Vector];
  let sum = 0;
  for (const i of MU)
    for (const j of MU)
      for (const k of MU)
        for (const l of MU) {
          if (new Set([i, j, k, l]).size < 4) continue;
          const inversions = [i, j, k, l].flatMap((x, at, all) =>
            all.slice(at + 1).filter((y) => y < x),
          ).length;
          sum += (inversions % 2 === 0 ? -1 : 1) * a[i] * b[j] * c[k] * d[l];
        }
  return sum;
}

const NAMES = ['p', 'q', 'r', 's', 't', 'u'];

describe('traces of gamma matrices equal those of explicit matrices', () => {
  const component = fc.integer({ min: -4, max: 4 });
  const vectors = fc.array(fc.tuple(component, component, component, component), {
    minLength: 6,
    maxLength: 6,
  });
  test.each([
    [2, false],
    [3, false],
    [4, false],
    [6, false],
    [2, true],
    [4, true],
    [6, true],
  ])('%d gammas, g5: %s', (count, five) => {
    const slots = NAMES.slice(0, count);
    const sum: DiracSum = [{ coefficient: ONE, slots, five }];
    // An index that an epsilon and a pair share is a free slot here: expand it over unit vectors.
    const terms = diracTrace(sum);
    fc.assert(
      fc.property(vectors, (list) => {
        const known = new Map(NAMES.map((name, index) => [name, list[index]!]));
        const expected = matrixTrace(list.slice(0, count), five);
        const actual = tensorValue(withoutDummies(terms), known);
        expect(Math.abs(actual.re - expected.re)).toBeLessThan(1e-9);
        expect(Math.abs(actual.im - expected.im)).toBeLessThan(1e-9);
      }),
      { numRuns: 30 },
    );
  });
});

describe('traces with momenta that stand twice equal those of explicit matrices', () => {
  const component = fc.integer({ min: -3, max: 3 });
  const vectors = fc.array(fc.tuple(component, component, component, component), {
    minLength: 6,
    maxLength: 6,
  });
  test.each([
    ['p p', false],
    ['p q p q', false],
    ['p q r p s r', false],
    ['p q r s q t p u', false],
    ['p q r p s t u r q p', false],
    ['p q p q r s', true],
    ['p q r s t p', true],
    ['p q r s t q u p', true],
  ])('%s, g5: %s', (written, five) => {
    const slots = written.split(' ');
    const terms = withoutDummies(diracTrace([{ coefficient: ONE, slots, five }]));
    fc.assert(
      fc.property(vectors, (list) => {
        const known = new Map(NAMES.map((name, index) => [name, list[index]!]));
        const expected = matrixTrace(
          slots.map((slot) => known.get(slot)!),
          five,
        );
        const actual = tensorValue(terms, known);
        expect(Math.abs(actual.re - expected.re)).toBeLessThan(1e-6);
        expect(Math.abs(actual.im - expected.im)).toBeLessThan(1e-6);
      }),
      { numRuns: 30 },
    );
  });

  test('little is left of a dozen gammas of four momenta', () => {
    const slots = 'p q r s p q r s p q r s'.split(' ');
    expect(diracTrace([{ coefficient: ONE, slots, five: false }]).length).toBeLessThan(2000);
  });
});

/** epsilon(a,b,c,x) (x,d) = epsilon(a,b,c,d). */
const withoutDummies = (terms: readonly TensorTerm[]): TensorTerm[] =>
  terms.map((term) => {
    const dummy = term.epsilons.flat().find((slot) => !NAMES.includes(slot));
    if (dummy === undefined) return term;
    const pair = term.pairs.find((candidate) => candidate.includes(dummy))!;
    const other = pair[0] === dummy ? pair[1] : pair[0];
    return {
      ...term,
      pairs: term.pairs.filter((candidate) => candidate !== pair),
      epsilons: term.epsilons.map(
        ([a, b, c, d]) =>
          [a, b, c, d].map((slot) => (slot === dummy ? other : slot)) as unknown as [
            string,
            string,
            string,
            string,
          ],
      ),
    };
  });

describe('contraction', () => {
  const products = {
    isMomentum: (slot: string) => slot === 'p' || slot === 'q',
    product: (a: string, b: string) => generatorPower(a === b ? (a === 'p' ? 1 : 2) : 3, 1),
  };
  const term = (pairs: TensorTerm['pairs'], epsilons: TensorTerm['epsilons'] = []): TensorTerm => ({
    coefficient: ONE,
    pairs,
    epsilons,
  });
  const value = (...terms: TensorTerm[]) => contracted(terms, [], products);

  test('the metric has trace 4 and carries indices', () => {
    expect(equal(value(term([['mu', 'mu']])), constant(4n))).toBe(true);
    expect(
      equal(
        value(
          term([
            ['p', 'mu'],
            ['mu', 'nu'],
            ['nu', 'q'],
          ]),
        ),
        generatorPower(3, 1),
      ),
    ).toBe(true);
  });
  test('epsilon times itself is -24', () => {
    const all = ['a', 'b', 'c', 'd'] as const;
    expect(equal(value(term([], [all, all])), constant(-24n))).toBe(true);
  });
  test('epsilon(p,q,mu,nu) squared is -2 (p2 q2 - (pq)2)', () => {
    const both = value(
      term(
        [],
        [
          ['p', 'q', 'mu', 'nu'],
          ['p', 'q', 'mu', 'nu'],
        ],
      ),
    );
    const gram = add(multiply(generatorPower(1, 1), generatorPower(2, 1)), scale(generatorPower(3, 2), -1n));
    expect(equal(both, scale(gram, -2n))).toBe(true);
  });
  test('a lone epsilon is 0', () => {
    expect(
      isZero(
        value(
          term(
            [
              ['mu', 'p'],
              ['nu', 'q'],
            ],
            [['p', 'q', 'mu', 'nu']],
          ),
        ),
      ),
    ).toBe(true);
  });
  test('an index that occurs once is a fault', () => {
    const open = () => contracted([term([['p', 'mu']])], [], { ...products, product: noProduct });
    expect(open).toThrow(RangeError);
  });
});

const noProduct = (a: string, b: string): never => {
  throw new RangeError(`no product of ${a} and ${b}`);
};

test('complex arithmetic of the numeric engine', () => {
  expect(times({ re: 1, im: 2 }, { re: 3, im: -1 })).toEqual({ re: 5, im: 5 });
});

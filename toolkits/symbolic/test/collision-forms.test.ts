import fc from 'fast-check';
import { exactValue, type Expression, type Rational, rational } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import { type Piece, quotient, sumOf } from '../src/algebra/build-expression.ts';
import { formsInS, withoutForms } from '../src/algebra/factors-in-s.ts';
import { Generators } from '../src/algebra/generators.ts';
import {
  add,
  constant,
  equal,
  multiply,
  type Polynomial,
  polynomial,
  scale,
} from '../src/algebra/polynomial.ts';
import { plainSum } from '../src/algebra/polynomial-expression.ts';
import { ratio } from '../src/algebra/ratio.ts';
import { squareRoot } from '../src/algebra/square-root.ts';
import { type IntegralTerm, termSum } from '../src/algebra/term-sum.ts';
import { collide } from '../src/compute-cross-section.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { annihilation, dirac, exchange, PHI, pair, PHOTON } from './collision-pieces.ts';
import { collision, type Line } from './declared-collision.ts';
import { TEXTBOOK } from './textbook-diagrams.ts';

const QED = { gamma: '-e' };
const ELECTRONS = [dirac('e', 'particle', '0'), dirac('e', 'antiparticle', '0')] as const;
const formOf = (input: CollisionInput, names: string, more: Partial<CollisionInput> = {}) =>
  collide({ ...input, ...more, parameters: names.split(' ').map((name) => ({ name })) }).closed_form!;

// With e**2 = 4 pi alpha: Peskin and Schroeder (5.13) and problem 9.1(b); G_F**2 s/pi (1 - m**2/s)**2; lambda**2/(32 pi s).
describe('cross sections are written as in textbooks', () => {
  test.each<[string, CollisionInput, string, string]>([
    [
      'e- e+ -> mu- mu+ is 4 pi alpha**2/(3 s) for massless leptons',
      collision(ELECTRONS, pair('mu', '0'), { s: annihilation(PHOTON, QED) }),
      'e',
      'e**4/(12*pi*s)',
    ],
    [
      'e- e+ -> mu- mu+ with beta*(1 + 2 m**2/s) for heavy ones',
      collision(ELECTRONS, pair('mu', 'm'), { s: annihilation(PHOTON, QED) }),
      'e m',
      'e**4*(s + 2*m**2)*sqrt(s - 4*m**2)/(12*pi*s**Rational(5, 2))',
    ],
    [
      'e- e+ -> S S* with beta**3',
      collision(
        ELECTRONS,
        [
          ['S', '0', 'particle', 'm'],
          ['S', '0', 'antiparticle', 'm'],
        ],
        {
          s: {
            line: PHOTON,
            vertices: [
              ['FFV', 'b a p', QED],
              ['SSV', '1 2 p', { 'p1-p2': '-e' }],
            ],
          },
        },
      ),
      'e m',
      'e**4*(s - 4*m**2)**Rational(3, 2)/(48*pi*s**Rational(5, 2))',
    ],
    [
      'u dbar -> W -> nu l with colour 1/3',
      COLLISIONS['u_dbar_l_nu_W']!,
      'g mW GammaW',
      'g**4*s/(576*pi*((s - mW**2)**2 + mW**2*GammaW**2))',
    ],
    [
      'nu_mu e -> mu nu_e by the four-fermion interaction',
      COLLISIONS['nu_mu_e_mu_nu_e']!,
      'GF mmu',
      'GF**2*(s - mmu**2)**2/(pi*s)',
    ],
    [
      'phi phi -> phi phi by lambda phi**4/24',
      collision([PHI, PHI], [PHI, PHI], { c: { vertices: [['SSSS', 'a b 1 2', { '1': '-lam' }]] } }),
      'lam m',
      'lam**2/(32*pi*s)',
    ],
  ])('%s', (_title, input, names, expected) => {
    expect(formOf(input, names)).toMatchObject({ sympy: expected, definitions: [] });
  });

  test('e- e+ -> Z H with the phase space in thresholds', () => {
    expect(formOf(COLLISIONS['e_e_Z_H']!, 'gV gA kappa mZ mH')).toMatchObject({
      sympy:
        'kappa**2*(gV**2 + gA**2)*(s**2 + 10*mZ**2*s - 2*mH**2*s + mZ**4 - 2*mZ**2*mH**2 + mH**4)*sqrt(s - (mZ + mH)**2)*sqrt(s - (mZ - mH)**2)/(192*pi*mZ**2*s**2*(s - mZ**2)**2)',
    });
  });
});

describe('integrals over t', () => {
  const mediator: Line = ['V', '1', 'self-conjugate', 'M'];
  const twoElectrons = [dirac('e', 'particle', '0'), dirac('e', 'particle', '0')] as const;
  const moller = collision(twoElectrons, twoElectrons, {
    t: exchange(mediator, { gamma: 'g' }),
    u: {
      line: mediator,
      vertices: [
        ['FFV', '2 a p', { gamma: 'g' }],
        ['FFV', '1 b p', { gamma: 'g' }],
      ],
    },
  });
  test('equal coefficients of the t and the u channel stand once, without signs in denominators', () => {
    const { sympy, definitions } = formOf(moller, 'g M');
    expect(sympy).not.toContain('(-');
    expect(sympy.match(/log/g)).toHaveLength(2);
    expect(definitions).toEqual([
      { name: 't_min', sympy: '-s' },
      { name: 't_max', sympy: '0' },
    ]);
  });
  test.each([
    [
      'e- e+ -> Z gamma',
      'e gL gR mZ',
      'e**2*(gL**2 + gR**2)*((s**2 + mZ**4)*(log((t_max - mZ**2 + s)/(t_min - mZ**2 + s)) - log(t_max/t_min))/(s - mZ**2) - 2*(t_max - t_min))/(16*pi*s**2)',
    ],
    [
      'e- e+ -> Z Z',
      'gL gR mZ',
      '(gL**4 + gR**4)*((s**2 + 4*mZ**4)*(log((t_max - 2*mZ**2 + s)/(t_min - 2*mZ**2 + s)) - log(t_max/t_min))/(s - 2*mZ**2) - 2*(t_max - t_min) - mZ**4*(1/t_min - 1/t_max + 1/(t_min - 2*mZ**2 + s) - 1/(t_max - 2*mZ**2 + s)))/(32*pi*s**2)',
    ],
  ])('the logarithms of %s have the coefficients of textbooks', (name, names, expected) => {
    expect(formOf(TEXTBOOK[name]!, names).sympy).toBe(expected);
  });
  test('masses that are written as numbers stay so', () => {
    const mass = (text: string) => ({ M: '91.1876', m: '2', mf: '4', mS: '1e2' })[text] ?? text;
    for (const input of [moller, COLLISIONS['phi_phi_phi_phi']!, COLLISIONS['f_fbar_S_chi_chibar_Dirac']!]) {
      const particles = input.particles.map((p) => ({ ...p, mass: mass(p.mass) }));
      const parameters = ['g', 'lam', 'y_f', 'y_chi', 'mchi', 'GammaS'].map((name) => ({ name, value: 0.3 }));
      const result = collide({ ...input, particles, parameters, sqrt_s_gev: 217.3 });
      expect(result.closed_form?.sympy).toMatch(/91\.1876\*\*2|2\*\*2|1e2/);
      expect(result.check?.relative_difference).toBeLessThan(1e-10);
    }
  });
  test('a range of angles is folded into the limits', () => {
    const { sympy, latex, definitions } = formOf(moller, 'g M', { cos_min: -0.5, cos_max: 0.5 });
    expect(sympy.startsWith('g**4*(')).toBe(true);
    expect(latex?.startsWith('\\frac{g^{4} \\left(')).toBe(true);
    expect(definitions).toEqual([
      { name: 't_min', sympy: '-3*s/4' },
      { name: 't_max', sympy: '-s/4' },
    ]);
  });
  test('limits of unequal masses are one fraction', () => {
    const { definitions } = formOf(COLLISIONS['f_fbar_chi_chibar_t_channel_scalar_Dirac']!, 'y mf mchi mphi');
    expect(definitions[0]).toEqual({
      name: 't_min',
      sympy: '(2*mf**2 + 2*mchi**2 - s - sqrt(s - 4*mf**2)*sqrt(s - 4*mchi**2))/2',
    });
  });
});

const generators = new Generators();
const named = (name: string): Expression => ({ kind: 'name', name });
const [g, h] = ['g', 'h'].map((name) => generators.real(named(name))) as [Polynomial, Polynomial];
const [m, M, s] = ['m', 'M', 's'].map((name) => generators.mass(named(name))) as [
  Polynomial,
  Polynomial,
  Polynomial,
];
const masses = [
  { m, expression: named('m') },
  { m: M, expression: named('M') },
] as const;
const inS = formsInS({ m: s, name: 's', index: 5 }, [masses, [masses[0], masses[0]]]);
generators.mass(named('G'));
const writing = { generators, inS };

const small = fc.bigInt({ min: -6n, max: 6n });
/** Monomials in g, h, m, M and s; s to a negative power where that is wanted. */
const polynomials = (lowest: number, maxLength = 4): fc.Arbitrary<Polynomial> =>
  fc
    .array(
      fc.tuple(
        fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
        fc.integer({ min: lowest, max: 3 }),
        small,
      ),
      { minLength: 1, maxLength },
    )
    .map((terms) =>
      polynomial(
        terms.map(([exponents, power, coefficient]) => ({ monomial: [0, ...exponents, power], coefficient })),
        3n,
      ),
    );
const square = (base: Expression): Expression => quotient(1n, 1n, [{ base, halves: 4 }]);
const difference = (a: Expression, b: Expression): Expression =>
  sumOf([
    { negative: false, value: a },
    { negative: true, value: b },
  ]);
const overThreshold = difference(named('s'), square(named('m')));
const BELOW: readonly Piece[] = [
  { base: named('s'), halves: -2 },
  { base: overThreshold, halves: -4 },
  {
    base: sumOf([
      { negative: false, value: square(overThreshold) },
      { negative: false, value: square(named('G')) },
    ]),
    halves: -2,
  },
];
const terms: fc.Arbitrary<IntegralTerm> = fc.record({
  coefficient: polynomials(-2),
  pieces: fc.subarray([...BELOW]),
  integral: fc.constantFrom(undefined, named('x'), difference(named('x'), named('y')), named('y')),
});
const point: fc.Arbitrary<ReadonlyMap<string, Rational>> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 8,
    maxLength: 8,
  })
  .map((values) => {
    const names = ['g', 'h', 'm', 'M', 'G', 'x', 'y', 's'];
    return new Map(names.map((name, i) => [name, rational(values[i]![0]).div(values[i]![1])]));
  });
const asTheyCame = (all: readonly IntegralTerm[]): Expression =>
  sumOf(
    all.map(({ coefficient, pieces, integral }) => {
      const top = plainSum(scale(coefficient, coefficient.denominator), generators);
      const factors = [top, ...(integral === undefined ? [] : [integral])];
      const above = factors.map((value): { sign: '*'; value: Expression } => ({ sign: '*', value }));
      const below = quotient(1n, coefficient.denominator, pieces);
      return {
        negative: false,
        value: { kind: 'product', factors: [...above, { sign: '*', value: below }] },
      };
    }),
  );

describe('rewriting is exact', () => {
  test('a sum of terms has the value of its terms at rational points', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.array(terms, { minLength: 1, maxLength: 6 }), point, (all, values) => {
        const before = exactValue(asTheyCame(all), values);
        const after = exactValue(termSum(ratio(1n, 1n, []), all, writing), values);
        // Undefined where a denominator vanishes.
        if (before === undefined) return;
        compared++;
        expect(after?.equals(before)).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(200);
  });

  test('terms given twice, with equal or opposite sign, are added up', () => {
    fc.assert(
      fc.property(fc.array(terms, { minLength: 1, maxLength: 3 }), point, (all, values) => {
        const opposite = all.map((term) => ({ ...term, coefficient: scale(term.coefficient, -1n) }));
        const nothing = termSum(ratio(1n, 1n, []), [...all, ...opposite], writing);
        expect(nothing).toEqual({ kind: 'number', text: '0' });
        const one = exactValue(termSum(ratio(2n, 1n, []), all, writing), values);
        const two = exactValue(termSum(ratio(1n, 1n, []), [...all, ...all], writing), values);
        expect(two === undefined ? one : one?.equals(two)).toBe(two === undefined ? undefined : true);
      }),
    );
  });

  test('forms taken out of a polynomial give it back', () => {
    const forms = inS.forms.map(({ polynomial: form }) => form);
    fc.assert(
      fc.property(
        polynomials(0),
        fc.array(fc.constantFrom(...forms), { maxLength: 3 }),
        point,
        (p, taken, values) => {
          const whole = taken.reduce(multiply, scale(p, 3n));
          const { pieces, rest } = withoutForms(whole, inS);
          expect(pieces.reduce((sum, { halves }) => sum + halves / 2, 0)).toBeGreaterThanOrEqual(
            p.terms.size === 0 ? 0 : taken.length,
          );
          const value = exactValue(
            quotient(1n, 1n, [...pieces, { base: plainSum(rest, generators), halves: 2 }]),
            values,
          );
          expect(value?.equals(exactValue(plainSum(whole, generators), values)!)).toBe(true);
        },
      ),
    );
  });

  test('the root of a square is found, and nothing else is one', () => {
    fc.assert(
      fc.property(polynomials(0, 5), (p) => {
        const root = scale(p, 3n);
        if (root.denominator !== 1n) return;
        const found = squareRoot(multiply(root, root));
        if (root.terms.size > 1) expect(equal(found!, root) || equal(found!, scale(root, -1n))).toBe(true);
        const other = squareRoot(add(multiply(root, root), constant(1n)));
        if (other !== undefined)
          expect(equal(multiply(other, other), add(multiply(root, root), constant(1n)))).toBe(true);
      }),
    );
    const sum = add(add(multiply(g, g), multiply(h, h)), multiply(g, h));
    expect(squareRoot(sum)).toBeUndefined();
  });
});

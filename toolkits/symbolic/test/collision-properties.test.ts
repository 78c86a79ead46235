import fc from 'fast-check';
import { evaluate, parseExpression } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { decayRate } from '../src/compute-decay-rate.ts';
import { squaredAmplitude } from '../src/compute-squared-amplitude.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { collision, type Diagram, withInputs } from './declared-collision.ts';
import { decay, withValues } from './diagrams.ts';

const within = (value: number, expected: number, tolerance = 1e-9): void =>
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(tolerance * Math.abs(expected));

function namesOf(input: CollisionInput): string[] {
  const texts = [
    ...input.particles.flatMap(({ mass, width }) => [mass, width ?? '']),
    ...input.terms.map(({ coupling }) => coupling),
  ];
  const words = texts.flatMap((text) => text.match(/[A-Za-z]\w*/g) ?? []);
  return [...new Set(words)].filter((word) => !['sqrt', 'pi', 'I'].includes(word));
}

/** Values of all names that leave the collision open below an energy of 20, massless exchange cut off. */
const openPoint = (input: CollisionInput): fc.Arbitrary<CollisionInput> => {
  const names = namesOf(input);
  return fc
    .record({
      values: fc.array(fc.double({ min: 0.1, max: 0.9, noNaN: true }), {
        minLength: names.length,
        maxLength: names.length,
      }),
      energy: fc.double({ min: 4, max: 20, noNaN: true }),
    })
    .map(({ values, energy }) =>
      withInputs(input, Object.fromEntries(names.map((name, index) => [name, values[index]!])), {
        sqrt_s_gev: energy,
        cos_min: -0.8,
        cos_max: 0.9,
        cos_points: [0.25],
      }),
    );
};

describe.each(Object.entries(COLLISIONS))('%s', (_name, input) => {
  test('both engines agree, and the cross section is positive', () => {
    fc.assert(
      fc.property(openPoint(input), (declared) => {
        const { cross_section_pb: sigma, differential, check } = collide(declared);
        expect(sigma).toBeGreaterThan(0);
        expect(differential?.[0]?.dsigma_dcos_pb).toBeGreaterThan(0);
        expect(check?.relative_difference).toBeLessThan(1e-8);
      }),
      { numRuns: 5 },
    );
  });

  test('the order of particles, vertices and terms does not matter', () => {
    fc.assert(
      fc.property(openPoint(input), (declared) => {
        const [a, b, c, d, ...lines] = declared.particles;
        const turned = {
          ...declared,
          particles: [...lines.reverse(), c!, d!, a!, b!],
          vertices: [...declared.vertices].reverse(),
          terms: [...declared.terms].reverse(),
        };
        within(collide(turned).cross_section_pb!, collide(declared).cross_section_pb!);
      }),
      { numRuns: 2 },
    );
  });
});

/** Value of the closed form of the squared amplitude, also outside the physical region. */
function formAt(name: string, values: Readonly<Record<string, number>>): number {
  const input = COLLISIONS[name]!;
  const { squared_amplitude: form } = squaredAmplitude(
    withInputs(input, Object.fromEntries(namesOf(input).map((word) => [word, values[word]!]))),
  );
  const known = new Map(Object.entries(values).map(([key, re]) => [key, { re, im: 0 }]));
  const names = new Set([...form.symbols, ...form.definitions.map((definition) => definition.name)]);
  for (const definition of form.definitions)
    known.set(definition.name, evaluate(parseExpression(definition.sympy, { names }), known));
  return evaluate(parseExpression(form.sympy!, { names }), known).re;
}

const invariant = fc.double({ min: -50, max: 50, noNaN: true }).filter((x) => Math.abs(x) > 2);

describe('crossing a particle continues one squared amplitude into another', () => {
  test('annihilation into scattering of different leptons', () => {
    fc.assert(
      fc.property(invariant, invariant, (s, t) => {
        const values = { alpha: 0.1, me: 0.3, mmu: 0.7 };
        const scattering = formAt('e_mu_e_mu_QED', { ...values, s, t });
        within(scattering, formAt('e_e_mu_mu_QED', { ...values, s: t, t: s }), 1e-8);
      }),
    );
  });
  test('Compton scattering into annihilation, with a sign for the crossed fermion', () => {
    fc.assert(
      fc.property(invariant, invariant, (s, t) => {
        const compton = formAt('gamma_e_gamma_e_Compton', { alpha: 0.1, me: 0.4, s, t });
        const photons = formAt('l_l_gamma_gamma', { alpha: 0.1, ml: 0.4, s: t, t: s });
        expect(Math.abs(compton + photons)).toBeLessThanOrEqual(1e-8 * (Math.abs(compton) + 1e-3));
      }),
    );
  });
  test('Bhabha into Moller scattering', () => {
    fc.assert(
      fc.property(invariant, invariant, (s, t) => {
        const u = 4 * 0.09 - s - t;
        if (Math.abs(u) < 1) return;
        const moller = formAt('e_e_e_e_Moller', { alpha: 0.1, me: 0.3, s, t });
        const bhabha = formAt('e_e_e_e_Bhabha_QED', { alpha: 0.1, me: 0.3, s: u, t });
        expect(Math.abs(moller - bhabha)).toBeLessThanOrEqual(1e-8 * Math.abs(moller) + 1e-9);
      }),
    );
  });
});

test('annihilation and creation of a pair of photons balance in detail', () => {
  const values = { alpha: 0.0073, ml: 0.105 };
  const s = 0.6 ** 2;
  const more = { sqrt_s_gev: 0.6 };
  const out = collide(withInputs(COLLISIONS['l_l_gamma_gamma']!, values, more)).cross_section_pb!;
  const back = collide(withInputs(COLLISIONS['gamma_gamma_l_l']!, values, more)).cross_section_pb!;
  // sigma(ll) p_l^2 / sigma(gg) p_gamma^2 = 1/2 for the identical photons: both pairs have four spin states.
  within((out * (s / 4 - values.ml ** 2)) / (back * (s / 4)), 1 / 2);
});

test('a cross section of dimensionless couplings scales like 1/s', () => {
  const input = COLLISIONS['f_fbar_V_chi_chibar_V_A_massive']!;
  const point = (by: number) =>
    collide(
      withInputs(
        input,
        {
          mf: 4 * by,
          mchi: 17 * by,
          mV: 42 * by,
          GammaV: 2 * by,
          gV_f: 0.3,
          gA_f: 0.5,
          gV_chi: 0.2,
          gA_chi: 0.6,
        },
        { sqrt_s_gev: 60 * by },
      ),
    ).cross_section_pb!;
  within(point(7.5) * 7.5 ** 2, point(1));
});

test('the integral over cos(theta) is the sum of its parts', () => {
  const input = withInputs(
    COLLISIONS['e_e_e_e_Bhabha_QED']!,
    { alpha: 0.0073, me: 0.000511 },
    { sqrt_s_gev: 2 },
  );
  const part = (cos_min: number, cos_max: number) =>
    collide({ ...input, cos_min, cos_max }).cross_section_pb!;
  within(part(-1, 0.3) + part(0.3, 0.99), part(-1, 0.99));
});

describe('Majorana fermions', () => {
  const chi = ['chi', '1/2', 'self-conjugate', 'm'] as const;
  const exchange = (first: string, second: string): Diagram => ({
    line: ['S', '0', 'self-conjugate', 'M', 'G'],
    vertices: [
      ['FFS', `${first} p`, { '1': 'x', g5: 'I*y' }],
      ['FFS', `${second} p`, { '1': 'x', g5: 'I*y' }],
    ],
  });
  const current = (first: string, second: string): Diagram => ({
    line: ['V', '1', 'self-conjugate', 'M', 'G'],
    vertices: [
      ['FFV', `${first} p`, { 'gamma.g5': 'x' }],
      ['FFV', `${second} p`, { 'gamma.g5': 'x' }],
    ],
  });
  const values = { m: 3, M: 11, G: 0.4, x: 0.6, y: 0.35 };
  const run = (diagrams: Record<string, Diagram>) =>
    collide(withInputs(collision([chi, chi], [chi, chi], diagrams), values, { sqrt_s_gev: 14 }));
  const turned = (legs: string): string => legs.split(' ').reverse().join(' ');

  test.each([
    ['scalar', exchange],
    ['axial vector', current],
  ])('reversing any fermion flow changes nothing for a %s', (_name, diagram) => {
    const pairs = { s: ['a b', '1 2'], t: ['1 a', '2 b'], u: ['2 a', '1 b'] } as const;
    const straight = Object.fromEntries(
      Object.entries(pairs).map(([name, [first, second]]) => [name, diagram(first, second)]),
    );
    const expected = run(straight);
    expect(expected.warnings.filter((text) => !text.startsWith('Not used'))).toEqual([]);
    for (const [name, [first, second]] of Object.entries(pairs))
      for (const changed of [diagram(turned(first), second), diagram(first, turned(second))])
        within(run({ ...straight, [name]: changed }).cross_section_pb!, expected.cross_section_pb!);
  });

  test('two fermions of one charge make two scalars through clashing arrows', () => {
    const f = ['f', '1/2', 'particle', '0'] as const;
    const phi = ['phi', '0', 'antiparticle', 'mphi'] as const;
    const diagram = (first: string, second: string, type: 'self-conjugate' | 'particle'): Diagram => ({
      line: ['chi', '1/2', type, 'mchi'],
      vertices: [
        ['FFS', `p a ${first}`, { PL: 'y' }],
        ['FFS', `p b ${second}`, { PL: 'y' }],
      ],
    });
    const declared = (type: 'self-conjugate' | 'particle') =>
      withInputs(
        collision([f, f], [phi, phi], { t: diagram('1', '2', type), u: diagram('2', '1', type) }),
        { y: 0.7, mchi: 3, mphi: 2 },
        { sqrt_s_gev: 9, cos_theta: 0.4 } as Partial<CollisionInput>,
      );
    const p = Math.sqrt(81 / 4 - 4);
    const [dt, du] = [0.4, -0.4].map((cos) => 4 - 2 * (81 / 4) + 2 * 4.5 * p * cos - 9);
    const expected = ((0.7 ** 4 * 9 * 81) / 4) * (1 / dt! + 1 / du!) ** 2;
    within(squaredAmplitude(declared('self-conjugate')).squared_amplitude.value!, expected);
    expect(() => squaredAmplitude(declared('particle'))).toThrow(/fermion number|cannot be the barred/);
  });
});

describe('dipoles', () => {
  const radiative = (terms: Record<string, string>) =>
    withValues(
      decay(
        ['a', 'F', '1/2', 'particle', 'M'],
        [
          ['1', 'f', '1/2', 'particle', 'm'],
          ['2', 'A', '1', 'self-conjugate', '0'],
        ],
        'FFV',
        ['1', 'a', '2'],
        terms,
      ),
      { M: 5, m: 2, c: 0.02, d: 0.03 },
    );
  test('a radiative decay has the width of a transition moment', () => {
    const width = (square: number) => (square * (25 - 4) ** 3) / (8 * Math.PI * 5 ** 3);
    within(decayRate(radiative({ 'sigma.q': 'c' })).width_gev!, width(0.02 ** 2));
    within(
      decayRate(radiative({ 'sigma.q': 'c', 'sigma.q.g5': 'I*d' })).width_gev!,
      width(0.02 ** 2 + 0.03 ** 2),
    );
    within(decayRate(radiative({ 'sigma.q.g5': 'd' })).width_gev!, width(0.03 ** 2));
  });
  test('they interfere with gamma as the form factors G_E and G_M say', () => {
    const [M, m, g, c] = [9, 2, 0.4, 0.07];
    const f2 = 2 * m * c;
    const magnetic = (g + f2) ** 2;
    const electric = (g + (M ** 2 / (4 * m ** 2)) * f2) ** 2;
    const beta = Math.sqrt(1 - (4 * m ** 2) / M ** 2);
    const expected = (M / (12 * Math.PI)) * beta * (magnetic + ((2 * m ** 2) / M ** 2) * electric);
    const declared = withValues(
      decay(
        ['a', 'V', '1', 'self-conjugate', 'M'],
        [
          ['1', 'f', '1/2', 'particle', 'm'],
          ['2', 'f', '1/2', 'antiparticle', 'm'],
        ],
        'FFV',
        ['1', '2', 'a'],
        { gamma: 'g', 'sigma.q': 'c' },
        'lagrangian',
      ),
      { M, m, g, c },
    );
    within(decayRate(declared).width_gev!, expected);
  });
  test('a scalar that couples to FF and FFdual decays into both', () => {
    const declared = withValues(
      decay(
        ['a', 'S', '0', 'self-conjugate', 'm'],
        [
          ['1', 'A', '1', 'self-conjugate', '0'],
          ['2', 'A', '1', 'self-conjugate', '0'],
        ],
        'VVS',
        ['1', '2', 'a'],
        { FF: '-c/4', FFdual: '-d/4' },
        'lagrangian',
      ),
      { m: 7, c: 0.002, d: 0.003 },
    );
    within(decayRate(declared).width_gev!, ((0.002 ** 2 + 0.003 ** 2) * 7 ** 3) / (64 * Math.PI));
  });
});

test('closed forms allow for names of the caller that look like invariants', () => {
  const input = collision(
    [
      ['A', '0', 'self-conjugate', 's'],
      ['B', '0', 'self-conjugate', 's'],
    ],
    [
      ['C', '0', 'self-conjugate', 't'],
      ['D', '0', 'self-conjugate', 't'],
    ],
    { c: { vertices: [['SSSS', 'a b 1 2', { '1': 'u' }]] } },
  );
  const { closed_form: form, cross_section_gev_minus2: sigma } = collide(
    withInputs(input, { s: 1, t: 2, u: 0.3 }, { sqrt_s_gev: 7 }),
  );
  expect(form?.symbols).toContain('s_inv');
  within(sigma!, (0.3 ** 2 / (16 * Math.PI * 49)) * Math.sqrt((49 - 16) / (49 - 4)));
});

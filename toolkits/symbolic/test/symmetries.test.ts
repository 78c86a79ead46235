import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { decayRate } from '../src/compute-decay-rate.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { named } from './compare-with-form.ts';
import { collision, type Line, type Terms, withInputs } from './declared-collision.ts';
import { decay, sToSS, sToVV, vToVV, withValues } from './diagrams.ts';
import { TEXTBOOK } from './textbook-diagrams.ts';

const within = (value: number, expected: number, tolerance = 1e-9): void =>
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(tolerance * Math.abs(expected));
const REAL = ['self-conjugate', 'self-conjugate'] as const;

describe('exchanging the masses of two products of one kind exchanges nothing else', () => {
  const pairs: Readonly<Record<string, DeclaredDiagram>> = {
    'S -> S1 S2': sToSS(['S1', 'S2'], ['m1', 'm2'], 'vertex', 'k'),
    'S -> V1 V2': sToVV(['V1', 'V2'], REAL, ['m1', 'm2'], 'k'),
    'V -> V1 V2': vToVV(['V1', 'V2'], REAL, ['m1', 'm2']),
  };
  const mass = fc.double({ min: 0.05, max: 0.45, noNaN: true });
  test.each(Object.entries(pairs))('%s', (_name, diagram) => {
    fc.assert(
      fc.property(mass, mass, (m1, m2) => {
        const width = (values: Record<string, number>) =>
          decayRate(withValues(diagram, { mS: 1, mV: 1, k: 0.4, g: 0.4, ...values })).width_gev!;
        within(width({ m1, m2 }), width({ m1: m2, m2: m1 }));
      }),
      { numRuns: 100, seed: 20240614 },
    );
  });

  test('a vertex of three vectors does not know which of them decays', () => {
    // Sum over all spins, from the widths of V -> V1 V2 and of V1 -> V V2 continued by its closed form.
    const diagram = vToVV(['V1', 'V2'], REAL, ['m1', 'm2']);
    const square = (M: number, m1: number, m2: number): number => {
      const lambda = (M ** 2 - (m1 + m2) ** 2) * (M ** 2 - (m1 - m2) ** 2);
      const { width_gev: width } = decayRate(withValues(diagram, { mV: M, m1, m2, g: 0.3 }));
      const symmetric = M ** 4 + m1 ** 4 + m2 ** 4 + 10 * (M ** 2 * (m1 ** 2 + m2 ** 2) + (m1 * m2) ** 2);
      return (
        ((3 * 16 * Math.PI * M ** 3 * width!) / (Math.sqrt(lambda) * lambda * symmetric)) * (M * m1 * m2) ** 2
      );
    };
    within(square(5, 1, 2), square(7, 3, 2));
    within(square(5, 1, 2), square(2, 0.5, 0.7));
  });
});

/** Powers of GeV in the names of couplings; masses and widths have 1. */
const DIMENSIONS: Readonly<Record<string, number>> = { GF: -2, c: -1, k: 1, k3: 1, kappa: 1 };
const dimension = (process: string, name: string): number => {
  if (process === 'phi_phi_phi_phi' && name === 'g') return 1;
  return DIMENSIONS[name] ?? (/^(m|M|G[A-Z]?$|Gamma)/.test(name) ? 1 : 0);
};

describe('a cross section scales like 1/s when all that has a dimension is scaled', () => {
  test.each(Object.entries({ ...COLLISIONS, ...TEXTBOOK }))('%s', (process, input) => {
    const names = named(input).parameters!.map(({ name }) => name);
    const value = fc.double({ min: 0.1, max: 0.9, noNaN: true });
    const arbitrary = fc.array(value, { minLength: names.length, maxLength: names.length });
    fc.assert(
      fc.property(arbitrary, fc.double({ min: 0.2, max: 9, noNaN: true }), (values, by) => {
        const sigma = (factor: number): number => {
          const scaled = names.map((name, index): [string, number] => [
            name,
            values[index]! * factor ** dimension(process, name),
          ]);
          return collide(
            withInputs(input, Object.fromEntries(scaled), {
              sqrt_s_gev: 5 * factor,
              cos_min: -0.7,
              cos_max: 0.8,
            }),
          ).cross_section_pb!;
        };
        within(sigma(by) * by ** 2, sigma(1), 1e-8);
      }),
      { numRuns: 2, seed: 20240615 },
    );
  });
});

describe('a bilinear of two Majorana fields may be written either way round', () => {
  // C gamma^mu C^-1 = -gamma^mu and C sigma C^-1 = -sigma change sign on the way, 1, g5 and gamma g5 do not.
  const straight: Terms = { gamma: 'I*v', 'gamma.g5': 'w', 'sigma.q': 'I*d' };
  const turned: Terms = { gamma: '-I*v', 'gamma.g5': 'w', 'sigma.q': '-I*d' };
  const values = { v: 0.4, w: 0.3, d: 0.07, M: 5, m: 1.3, mV: 2, gL: 0.2, gR: 0.5, G: 0.3, y: 0.6, mS: 3 };

  test('in a decay', () => {
    const width = (legs: readonly string[], terms: Terms) =>
      decayRate(
        withValues(
          decay(
            ['a', 'chi2', '1/2', 'self-conjugate', 'M'],
            [
              ['1', 'chi1', '1/2', 'self-conjugate', 'm'],
              ['2', 'V', '1', 'self-conjugate', 'mV'],
            ],
            'FFV',
            [...legs],
            terms,
            'lagrangian',
          ),
          values,
        ),
      ).width_gev!;
    within(width(['a', '1', '2'], turned), width(['1', 'a', '2'], straight));
  });

  test('in a collision, next to the exchange of a scalar', () => {
    const vector: Line = ['V', '1', 'self-conjugate', 'mV', 'G'];
    const scalar: Line = ['S', '0', 'particle', 'mS'];
    const sigma = (legs: string, terms: Terms) => {
      const input: CollisionInput = collision(
        [
          ['chi1', '1/2', 'self-conjugate', 'm'],
          ['chi2', '1/2', 'self-conjugate', 'M'],
        ],
        [
          ['f', '1/2', 'particle', '0'],
          ['f', '1/2', 'antiparticle', '0'],
        ],
        {
          s: {
            line: vector,
            vertices: [
              ['FFV', legs, terms],
              ['FFV', '1 2 p', { 'gamma.PL': 'gL', 'gamma.PR': 'gR' }],
            ],
          },
          t: {
            line: scalar,
            vertices: [
              ['FFS', '1 a p', { PR: 'y' }],
              ['FFS', 'b 2 p', { PL: 'y' }],
            ],
          },
          u: {
            line: scalar,
            vertices: [
              ['FFS', '1 b p', { PR: 'y' }],
              ['FFS', 'a 2 p', { PL: 'y' }],
            ],
          },
        },
      );
      return collide(withInputs(input, values, { sqrt_s_gev: 9 })).cross_section_pb!;
    };
    within(sigma('b a p', turned), sigma('a b p', straight));
  });

  test('in a contact of four of them', () => {
    const chi = ['chi', '1/2', 'self-conjugate', 'm'] as const;
    const eta = ['eta', '1/2', 'self-conjugate', 'mS'] as const;
    const sigma = (legs: string, structure: string, coupling: string) =>
      collide(
        withInputs(
          collision([chi, eta], [chi, eta], { c: { vertices: [['FFFF', legs, { [structure]: coupling }]] } }),
          values,
          { sqrt_s_gev: 9 },
        ),
      ).cross_section_pb!;
    for (const structure of ['1*1', 'g5*g5', 'gamma.g5*gamma.g5', '1*g5'])
      within(sigma('a 1 b 2', structure, 'y'), sigma('1 a b 2', structure, 'y'));
  });
});

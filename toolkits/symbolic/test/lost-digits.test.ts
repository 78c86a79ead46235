import { ToolbaseError } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import { difference } from '../src/collide.ts';
import { collide } from '../src/compute-cross-section.ts';
import { squaredAmplitude } from '../src/compute-squared-amplitude.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { GEV2_PB } from '../src/units.ts';
import { COMPTON, dirac, E_MINUS, PHOTON } from './collision-pieces.ts';
import { collision, type Terms, withInputs } from './declared-collision.ts';

function refused(run: () => unknown): ToolbaseError {
  try {
    run();
  } catch (error) {
    if (error instanceof ToolbaseError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

const HEAVY = [dirac('a', 'particle', '10'), dirac('b', 'particle', '20')] as const;
/** a b -> a b (or b a) by exchange of something light between heavy fermions. */
function exchanged(mass: string, terms: Terms, channel: 't' | 'u', spin: '0' | '1' = '0'): CollisionInput {
  const [vertexClass, out] = [
    spin === '0' ? 'FFS' : 'FFV',
    channel === 't' ? ['1', '2'] : ['2', '1'],
  ] as const;
  return collision(
    HEAVY,
    channel === 't' ? HEAVY : [HEAVY[1], HEAVY[0]],
    {
      x: {
        line: ['X', spin, 'self-conjugate', mass],
        vertices: [
          [vertexClass, `${out[0]} a p`, terms],
          [vertexClass, `${out[1]} b p`, terms],
        ],
      },
    },
    { sqrt_s_gev: 80 },
  );
}

describe('a mediator that is much lighter than the particles that exchange it', () => {
  const [y, s] = [0.3, 6400];
  const p2 = ((s - 30 ** 2) * (s - 10 ** 2)) / (4 * s);
  // |M|^2 = 4 y^4 (4 ma^2 - t)(4 mb^2 - t)/(t - m^2)^2 * 1/4, integrated over t from -4 p^2 to 0 by hand.
  const integral = (m2: number): number => {
    const [a, b, T] = [400, 1600, 4 * p2];
    // x = m^2 - t: (a + x - m2)(b + x - m2)/x^2
    const [c0, c1] = [(a - m2) * (b - m2), a + b - 2 * m2];
    return c0 * (1 / m2 - 1 / (m2 + T)) + c1 * Math.log1p(T / m2) + T;
  };
  const sigma = (m: number): number => (y ** 4 * integral(m * m)) / (64 * Math.PI * s * p2);
  test.each([
    ['1e-9', 't'],
    ['1e-9', 'u'],
    ['1e-4', 't'],
    ['1', 'u'],
  ] as const)('of %s GeV in the %s channel has the cross section of the formula', (mass, channel) => {
    const { cross_section_pb: pb } = collide(exchanged(mass, { '1': '0.3' }, channel));
    expect(Math.abs(pb! / (sigma(Number(mass)) * GEV2_PB) - 1)).toBeLessThan(1e-12);
  });

  test('and is a vector of a conserved current is refused below rounding, and told as that', () => {
    expect(collide(exchanged('1e-9', { gamma: '0.3' }, 't', '1')).check!.relative_difference).toBeLessThan(
      1e-8,
    );
    const error = refused(() => collide(exchanged('1e-12', { gamma: '0.3' }, 't', '1')));
    expect(error).toMatchObject({
      code: 'UNSUPPORTED',
      hint: expect.stringContaining('mass to 0') as unknown,
    });
    expect(error.message).toMatch(/"px" is so light/);
  });

  test('still has a pole where the decay is open', () => {
    const pole = collision(
      [dirac('a', 'particle', '10'), dirac('b', 'particle', '20')],
      [dirac('c', 'particle', '1'), dirac('d', 'particle', '25')],
      {
        x: {
          line: ['X', '0', 'self-conjugate', '1e-9'],
          vertices: [
            ['FFS', '1 a p', { '1': '0.3' }],
            ['FFS', '2 b p', { '1': '0.3' }],
          ],
        },
      },
      { sqrt_s_gev: 80 },
    );
    expect(refused(() => collide(pole)).message).toContain('goes on shell inside');
  });
});

describe('a photon that is much softer than the electron', () => {
  const [me, alpha] = [0.00051099895, 1 / 137.035999];
  const compton = (excess: number): CollisionInput =>
    withInputs(
      collision([PHOTON, E_MINUS], [PHOTON, E_MINUS], COMPTON),
      { alpha, me },
      { sqrt_s_gev: me * Math.sqrt(1 + excess) },
    );
  test('scatters with the Thomson cross section while double precision resolves it', () => {
    const thomson = ((8 * Math.PI * alpha ** 2) / (3 * me ** 2)) * GEV2_PB;
    // To first order in the energy of the photon at rest of the electron, excess/2 in units of its mass.
    expect(collide(compton(1e-6)).cross_section_pb! / (thomson * (1 - 1e-6))).toBeCloseTo(1, 8);
  });

  test.each([1e-10, 1e-12, 1e-14])('is refused as what it is at s/m^2 - 1 = %d', (excess) => {
    const errors = [
      refused(() => collide(compton(excess))),
      refused(() => squaredAmplitude({ ...compton(excess), cos_theta: 0.3 })),
    ];
    for (const error of errors) {
      expect(error.code).toBe('UNSUPPORTED');
      expect(error.message).toMatch(/"p[su]" is so close to its mass shell/);
      expect(error.message).not.toContain('fault');
      expect(error.hint).toContain('Thomson');
    }
  });
});

test('engines that disagree by more than rounding explains are a fault of the toolkit', () => {
  const lost = { id: 'p', cause: 'shell', relative: 1e-6 } as const;
  expect(difference(1, 1 + 1e-9, 'x', () => undefined)).toBeCloseTo(1e-9, 12);
  expect(refused(() => difference(1, 1.001, 'x', () => lost)).code).toBe('CHECK_FAILED');
  expect(refused(() => difference(1, 1.001, 'x', () => undefined)).code).toBe('CHECK_FAILED');
  expect(refused(() => difference(1, 1 + 1e-7, 'x', () => lost)).code).toBe('UNSUPPORTED');
});

import { describe, expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { collision, type Diagram, type Kind } from './declared-collision.ts';

// Expectations at 50 digits by mpmath, from the textbook formulas and the decimals as they are written.
const within = (input: CollisionInput, expected: number): void => {
  const { cross_section_gev_minus2: sigma, check } = collide(input);
  expect(Math.abs((sigma ?? Number.NaN) / expected - 1)).toBeLessThan(1e-12);
  expect(check?.relative_difference).toBeLessThan(1e-12);
};

describe('small differences of what is given are those of the decimals', () => {
  const moller = (mass: string): CollisionInput => {
    const e: Kind = ['e', '1/2', 'particle', mass];
    const by = (first: string, second: string): Diagram => ({
      line: ['A', '1', 'self-conjugate', '0'],
      vertices: [
        ['FFV', `${first} p`, { gamma: '0.3' }],
        ['FFV', `${second} p`, { gamma: '0.3' }],
      ],
    });
    return collision([e, e], [e, e], { t: by('1 a', '2 b'), u: by('2 a', '1 b') });
  };

  test('a cut next to a massless pole', () => {
    within({ ...moller('0'), sqrt_s_gev: 10, cos_min: -0.999999999, cos_max: 0.5 }, 6445.775203010406);
  });

  test('a range of a billionth', () => {
    const range = { cos_min: 0.2, cos_max: 0.200000001 };
    within({ ...moller('1'), sqrt_s_gev: 2.01, ...range }, 5.020547326581401e-10);
  });

  test('an energy next to a narrow resonance', () => {
    const pair = (field: string): [Kind, Kind] => [
      [field, '1/2', 'particle', '0'],
      [field, '1/2', 'antiparticle', '0'],
    ];
    const s: Diagram = {
      line: ['S', '0', 'self-conjugate', '91.1876', '1e-9'],
      vertices: [
        ['FFS', 'b a p', { '1': '0.1' }],
        ['FFS', '1 2 p', { '1': '0.1' }],
      ],
    };
    within({ ...collision(pair('e'), pair('f'), { s }), sqrt_s_gev: 91.1876000001 }, 1912919989089.395);
  });
});

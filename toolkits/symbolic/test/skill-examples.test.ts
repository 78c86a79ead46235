import { expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { decayRate } from '../src/compute-decay-rate.ts';
import { collision, type Diagram } from './declared-collision.ts';
import { decay, withValues } from './diagrams.ts';

test('the leptoquark of the skill decays by the hermitian conjugate of its term', () => {
  const { width_gev: width, conventions } = decayRate(
    withValues(
      decay(
        ['phi', 'phi', '0', 'particle', 'M'],
        [
          ['l', 'l', '1/2', 'antiparticle', '0'],
          ['q', 'q', '1/2', 'particle', 'mq'],
        ],
        'FFS',
        ['l', 'q', 'phi'],
        { PR: 'lambda_lq' },
        'lagrangian',
      ),
      { M: 900, mq: 170, lambda_lq: 0.4 },
    ),
  );
  // lambda^2 M (1 - mq^2/M^2)^2/(16 pi)
  const expected = (0.16 * 900 * (1 - (170 / 900) ** 2) ** 2) / (16 * Math.PI);
  expect(width! / expected).toBeCloseTo(1, 12);
  expect(conventions.vertex).toContain('hermitian conjugate of');
});

test('the two channels of the skill have opposite signs', () => {
  const f = (type: 'particle' | 'antiparticle') => ['f1', '1/2', type, 'm'] as const;
  const channel = (first: string, second: string, width: string): Diagram => ({
    line: ['S', '0', 'self-conjugate', 'mS', width],
    vertices: [
      ['FFS', `${first} p`, { '1': '-y1' }],
      ['FFS', `${second} p`, { '1': '-y1' }],
    ],
  });
  const both = collision([f('particle'), f('antiparticle')], [f('particle'), f('antiparticle')], {
    s: channel('b a', '1 2', 'GS'),
    t: channel('1 a', 'b 2', '0'),
  });
  const parameters = Object.entries({ m: 5, mS: 90, GS: 3, y1: 0.2 }).map(([name, value]) => ({
    name,
    value,
  }));
  const { conventions, warnings } = collide({ ...both, parameters, sqrt_s_gev: 60 });
  expect(new Set(conventions.diagrams.map((diagram) => diagram.relative_sign)).size).toBe(2);
  expect(warnings).toEqual([]);
});

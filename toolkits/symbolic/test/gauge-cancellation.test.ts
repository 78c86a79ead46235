import { expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { collision, withInputs } from './declared-collision.ts';

const electron = (type: 'particle' | 'antiparticle') => ['e', '1/2', type, '0'] as const;
const w = (type: 'particle' | 'antiparticle') => ['W', '1', type, 'mW'] as const;

/** e- e+ -> W- W+ through photon, Z and neutrino; `sign` turns the couplings of three vectors round. */
const pairOfW = (sign: '' | '-') =>
  collision([electron('particle'), electron('antiparticle')], [w('antiparticle'), w('particle')], {
    photon: {
      line: ['A', '1', 'self-conjugate', '0'],
      vertices: [
        ['FFV', 'b a p', { gamma: '-e' }],
        ['VVV', 'p 2 1', { YM: `${sign}e` }],
      ],
    },
    z: {
      line: ['Z', '1', 'self-conjugate', 'mW/sqrt(1 - s2w)'],
      vertices: [
        [
          'FFV',
          'b a p',
          { 'gamma.PL': 'e/sqrt(s2w*(1-s2w))*(-1/2+s2w)', 'gamma.PR': 'e/sqrt(s2w*(1-s2w))*s2w' },
        ],
        ['VVV', 'p 2 1', { YM: `${sign}e*sqrt((1-s2w)/s2w)` }],
      ],
    },
    neutrino: {
      line: ['nu', '1/2', 'particle', '0'],
      vertices: [
        ['FFV', 'p a 1', { 'gamma.PL': 'e/sqrt(2*s2w)' }],
        ['FFV', 'b p 2', { 'gamma.PL': 'e/sqrt(2*s2w)' }],
      ],
    },
  });

test('the growth with energy of three diagrams cancels only for the couplings of a gauge theory', () => {
  const sigma = (sign: '' | '-', energy: number) => {
    const input = withInputs(pairOfW(sign), { e: 0.31, s2w: 0.2231, mW: 80.4 }, { sqrt_s_gev: energy });
    return collide(input).cross_section_pb!;
  };
  expect(sigma('', 500)).toBeGreaterThan(5 * sigma('', 2000));
  expect(sigma('-', 2000)).toBeGreaterThan(1000 * sigma('', 2000));
});

import { describe, expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { squaredAmplitude } from '../src/compute-squared-amplitude.ts';
import { collision, type Diagram, type Terms } from './declared-collision.ts';

const chi = ['chi', '1/2', 'self-conjugate', '2.3'] as const;
const line = ['X', '1/2', 'particle', '3.1'] as const;
const term: Terms = { 'gamma.PL': '0.4 + 0.3*I', 'gamma.PR': '0.9 - 0.2*I' };
const within = (value: number | undefined, expected: number): void =>
  expect(Math.abs((value ?? Number.NaN) / expected - 1)).toBeLessThan(1e-12);

describe('two Majorana particles into a charged pair of vectors through a Dirac field', () => {
  // All Wick contractions of L = Xbar gamma (gL PL + gR PR) chi W + h.c. with explicit matrices, in another program.
  const expected = 0.008911630528480692;
  const pair = (diagrams: Record<string, Diagram>) =>
    collision(
      [chi, chi],
      [
        ['W', '1', 'particle', '1.7'],
        ['W', '1', 'antiparticle', '1.7'],
      ],
      diagrams,
    );

  test('the term as it stands in the lagrangian is read the same way in both diagrams', () => {
    const input = pair({
      t: {
        line,
        vertices: [
          ['FFV', 'p a 1', term],
          ['FFV', 'p b 2', term],
        ],
      },
      u: {
        line,
        vertices: [
          ['FFV', 'p b 1', term],
          ['FFV', 'p a 2', term],
        ],
      },
    });
    const { cross_section_gev_minus2: sigma, warnings } = collide({
      ...input,
      coupling_convention: 'lagrangian',
      sqrt_s_gev: 7,
    });
    within(sigma, expected);
    expect(warnings).toEqual([]);
  });
});

describe('a Majorana particle and a real scalar scatter through a Dirac field', () => {
  const scalar = ['S', '0', 'self-conjugate', '1.7'] as const;
  const yukawa: Terms = { PL: '0.4 + 0.3*I', PR: '0.9 - 0.2*I' };
  const conjugate: Terms = { PR: '0.4 - 0.3*I', PL: '0.9 + 0.2*I' };
  /** Runs from the vertex with the first fermion to that with the second. */
  const through = (from: string, to: string): Diagram => ({
    line,
    vertices: [
      ['FFS', `p ${from}`, yukawa],
      ['FFS', to.replace(' ', ' p '), conjugate],
    ],
  });
  const onwards = { s: through('a b', '1 2'), u: through('a 2', '1 b') };
  const back = { sr: through('1 2', 'a b'), ur: through('1 b', 'a 2') };
  const amplitude = (diagrams: Record<string, Diagram>) =>
    squaredAmplitude(
      collision([chi, scalar], [chi, scalar], diagrams, { sqrt_s_gev: 7, cos_theta: 0.3 } as object),
    );

  test('in both directions it is what all Wick contractions give', () => {
    const { squared_amplitude: square, warnings } = amplitude({ ...onwards, ...back });
    within(square.value, 4.115686600079619);
    expect(warnings).toEqual([]);
  });

  test('one direction alone is warned of, as is one of them twice', () => {
    expect(amplitude(onwards).warnings.map((text) => text.slice(0, 34))).toEqual([
      'Diagram s: X (id "ps") is not its ',
      'Diagram u: X (id "pu") is not its ',
    ]);
    expect(amplitude({ ...onwards, ...back, s2: onwards.s }).warnings).toEqual([
      'Diagrams s and s2 join the same particles by the same fields: both are added.',
    ]);
  });
});

describe('a complex scalar between real ones', () => {
  const [real, other] = [
    ['S', '0', 'self-conjugate', '1.7'] as const,
    ['T', '0', 'self-conjugate', '1'] as const,
  ];
  const s: Diagram = {
    line: ['P', '0', 'particle', '2'],
    vertices: [
      ['SSS', 'a b p', { '1': '2' }],
      ['SSS', '1 2 p', { '1': '2' }],
    ],
  };
  const amplitude = (diagrams: Record<string, Diagram>) =>
    squaredAmplitude(
      collision([real, other], [real, other], diagrams, { sqrt_s_gev: 7, cos_theta: 0.3 } as object),
    );

  test('runs both ways, which are two diagrams', () => {
    expect(amplitude({ s }).warnings).toHaveLength(1);
    const { squared_amplitude: square, warnings } = amplitude({ s, r: s });
    // L = 2 S T P + h.c. has two contractions of P with its conjugate.
    within(square.value, ((2 * 2 * 2) / (49 - 2 ** 2)) ** 2);
    expect(warnings.filter((text) => text.includes('either') || text.includes('added'))).toEqual([]);
  });
});

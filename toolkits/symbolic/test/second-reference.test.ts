import { describe, expect, test } from 'vitest';
import { decayRate } from '../src/compute-decay-rate.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import {
  decay,
  fToFS,
  fToFV,
  sToF1F2,
  sToFF,
  sToSS,
  sToVV,
  vToFF,
  vToSV,
  vToVV,
  withValues,
} from './diagrams.ts';

const REAL = ['self-conjugate', 'self-conjugate'] as const;

/** V -> S1 S2 and S -> S' V through the derivative coupling of two different scalars. */
const vToS1S2 = decay(
  ['a', 'V', '1', 'self-conjugate', 'mV'],
  [
    ['1', 'S1', '0', 'particle', 'm1'],
    ['2', 'S2', '0', 'antiparticle', 'm2'],
  ],
  'SSV',
  ['1', '2', 'a'],
  { 'p1-p2': 'g' },
);
const sToSV = decay(
  ['a', 'S', '0', 'particle', 'mS'],
  [
    ['1', 'Sp', '0', 'particle', 'mSp'],
    ['2', 'V', '1', 'self-conjugate', 'mV'],
  ],
  'SSV',
  ['a', '1', '2'],
  { 'p1-p2': 'g' },
);

// Widths of a second set of points, from another program and re-derived by helicity sums of a third.
const POINTS: readonly (readonly [string, DeclaredDiagram, Record<string, number>, number])[] = [
  ['S -> f fbar', sToFF({ '1': 'y' }), { y: 0.87, mS: 1240, mf: 320 }, 23.464911722945107],
  ['S -> f fbar pseudoscalar', sToFF({ g5: 'I*y' }), { y: 0.54, mS: 1240, mf: 320 }, 12.322595987052027],
  [
    'S -> f1 f2bar chiral',
    sToF1F2({ PL: 'yL', PR: 'yR' }),
    { yL: 0.31, yR: 0.78, mS: 1240, m1: 410, m2: 95 },
    13.049667657321574,
  ],
  [
    'S -> S1 S2',
    sToSS(['S1', 'S2'], ['m1', 'm2'], 'vertex', 'mu'),
    { mu: 315, mS: 950, m1: 350, m2: 410 },
    1.2442595485743093,
  ],
  ['F -> f S', fToFS({ '1': 'y' }), { y: 0.66, mF: 880, mf: 130, mS: 340 }, 7.312873036225345],
  [
    'F -> f S chiral',
    fToFS({ PL: 'yL', PR: 'yR' }),
    { yL: 0.45, yR: 0.18, mF: 880, mf: 130, mS: 340 },
    1.8169652565736776,
  ],
  ['V -> f fbar', vToFF({ gamma: 'g' }), { g: 0.47, mV: 2150, mf: 640 }, 11.915957872612209],
  [
    'V -> f fbar with both currents',
    vToFF({ gamma: 'gV', 'gamma.g5': '-gA' }),
    { gV: 0.52, gA: 0.36, mV: 2150, mf: 640 },
    18.419815247250312,
  ],
  ['F -> f V', fToFV({ gamma: 'g' }), { g: 0.74, mF: 900, mf: 180, mV: 240 }, 109.51948309493523],
  [
    'F -> f V chiral',
    fToFV({ 'gamma.PL': 'gL', 'gamma.PR': 'gR' }),
    { gL: 0.58, gR: 0.29, mF: 900, mf: 180, mV: 240 },
    42.847094120552605,
  ],
  [
    'S -> V1 V2',
    sToVV(['V1', 'V2'], REAL, ['m1', 'm2'], 'g'),
    { g: 110, mS: 400, m1: 90, m2: 150 },
    11.885133513029855,
  ],
  ['V -> S1 S2', vToS1S2, { g: 0.85, mV: 500, m1: 120, m2: 210 }, 0.9668097975501307],
  ["S -> S' V", sToSV, { g: 0.9, mS: 600, mSp: 140, mV: 250 }, 23.219067397452875],
  ["V -> S V'", vToSV('kappa'), { kappa: 180, mV: 700, mS: 160, mVp: 250 }, 1.0525716496014468],
  [
    'V -> V1 V2',
    vToVV(['V1', 'V2'], REAL, ['m1', 'm2']),
    { g: 0.8, mV: 900, m1: 200, m2: 250 },
    374.5880874852,
  ],
  [
    'V -> V1 V2 of equal mass',
    vToVV(['V1', 'V2'], REAL, ['m1', 'm2']),
    { g: 0.8, mV: 900, m1: 200, m2: 200 },
    567.7435624334,
  ],
];

describe('the second set of points', () => {
  test.each(POINTS)('%s', (_name, diagram, values, expected) => {
    const { width_gev: width } = decayRate(withValues(diagram, values));
    expect(Math.abs((width ?? Number.NaN) / expected - 1)).toBeLessThan(1e-12);
  });
});

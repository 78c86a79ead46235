import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { decayRate } from '../src/compute-decay-rate.ts';
import { squaredAmplitude } from '../src/compute-squared-amplitude.ts';
import { withInputs } from './declared-collision.ts';
import { decay, withValues } from './diagrams.ts';
import { TEXTBOOK } from './textbook-diagrams.ts';

const Entries = z.object({
  entries: z.array(
    z.object({
      process: z.string(),
      inputs: z.record(z.string(), z.number()),
      sqrt_s_gev: z.number(),
      cut: z.number(),
      points: z.array(z.object({ cos_theta: z.number(), mean_square: z.number() })),
      sigma_gev_minus2: z.number(),
    }),
  ),
});
const file = path.join(import.meta.dirname, 'vectors/textbook-collisions.json');
const { entries } = Entries.parse(JSON.parse(readFileSync(file, 'utf8')));
const within = (value: number | undefined, expected: number): void =>
  expect(Math.abs((value ?? Number.NaN) / expected - 1)).toBeLessThan(1e-11);

describe.each(Object.entries(TEXTBOOK))('%s', (name, input) => {
  const own = entries.filter(({ process }) => process === name);
  test('has the cross section and the squared amplitudes of its formula', () => {
    expect(own).not.toEqual([]);
    for (const { inputs, sqrt_s_gev, cut, points, sigma_gev_minus2 } of own) {
      const declared = withInputs(input, inputs, { sqrt_s_gev });
      const { cross_section_gev_minus2: sigma, warnings } = collide({
        ...declared,
        cos_min: -cut,
        cos_max: cut,
      });
      within(sigma, sigma_gev_minus2);
      expect(warnings).toEqual([]);
      for (const { cos_theta, mean_square } of points)
        within(squaredAmplitude({ ...declared, cos_theta }).squared_amplitude.value, mean_square);
    }
  });
});

describe('decays of textbooks', () => {
  const kaellen = (a: number, b: number, c: number): number =>
    a ** 4 + b ** 4 + c ** 4 - 2 * (a * a * b * b + b * b * c * c + c * c * a * a);
  const [M, m1, m2, g] = [7.3, 2.1, 3.4, 0.37];
  const values = { M, m1, m2, g };

  test('a scalar into Z and photon through the product of their field strengths', () => {
    const diagram = decay(
      ['a', 'S', '0', 'self-conjugate', 'M'],
      [
        ['1', 'Z', '1', 'self-conjugate', 'm1'],
        ['2', 'A', '1', 'self-conjugate', '0'],
      ],
      'VVS',
      ['1', '2', 'a'],
      { FF: 'g' },
      'lagrangian',
    );
    const expected = ((g ** 2 * M ** 3) / (8 * Math.PI)) * (1 - (m1 / M) ** 2) ** 3;
    within(decayRate(withValues(diagram, values)).width_gev, expected);
  });

  test('a vector into scalar and photon through the dual field strength, as omega -> pi0 gamma', () => {
    const diagram = decay(
      ['a', 'V', '1', 'self-conjugate', 'M'],
      [
        ['1', 'P', '0', 'self-conjugate', 'm1'],
        ['2', 'A', '1', 'self-conjugate', '0'],
      ],
      'VVS',
      ['a', '2', '1'],
      { FFdual: 'g/2' },
      'lagrangian',
    );
    // L = g epsilon^{mu nu alpha beta} d_mu V_nu d_alpha A_beta P has Gamma = g**2 (M**2 - m**2)**3/(96 pi M**3).
    const expected = (g ** 2 * (M ** 2 - m1 ** 2) ** 3) / (96 * Math.PI * M ** 3);
    within(decayRate(withValues(diagram, values)).width_gev, expected);
  });

  test('a pseudoscalar into Z and a scalar, as A -> Z h', () => {
    const diagram = decay(
      ['a', 'A', '0', 'self-conjugate', 'M'],
      [
        ['1', 'h', '0', 'self-conjugate', 'm1'],
        ['2', 'Z', '1', 'self-conjugate', 'm2'],
      ],
      'SSV',
      ['a', '1', '2'],
      { 'p1-p2': 'I*g/2' },
      'lagrangian',
    );
    const expected = ((g / 2) ** 2 * kaellen(M, m1, m2) ** 1.5) / (16 * Math.PI * M ** 3 * m2 ** 2);
    within(decayRate(withValues(diagram, values)).width_gev, expected);
  });

  test('a charged scalar into a quark pair with both chiralities, colour by multiplicity', () => {
    const diagram = decay(
      ['a', 'H', '0', 'particle', 'M'],
      [
        ['1', 't', '1/2', 'particle', 'm1'],
        ['2', 'b', '1/2', 'antiparticle', 'm2'],
      ],
      'FFS',
      ['1', '2', 'a'],
      { PL: 'g*m1', PR: 'g*m2' },
    );
    const [t2, b2] = [m1 ** 2, m2 ** 2];
    const square = (t2 + b2) * (M ** 2 - t2 - b2) - 4 * t2 * b2;
    const expected = ((3 * g ** 2) / (16 * Math.PI * M ** 3)) * Math.sqrt(kaellen(M, m1, m2)) * square;
    within(decayRate({ ...withValues(diagram, values), multiplicity: 3 }).width_gev, expected);
  });

  test('a Majorana fermion into another one and Z through a real axial coupling', () => {
    const diagram = decay(
      ['a', 'chi2', '1/2', 'self-conjugate', 'M'],
      [
        ['1', 'chi1', '1/2', 'self-conjugate', 'm1'],
        ['2', 'Z', '1', 'self-conjugate', 'm2'],
      ],
      'FFV',
      ['1', 'a', '2'],
      { 'gamma.g5': 'g' },
      'lagrangian',
    );
    const bracket = M ** 2 + m1 ** 2 - 2 * m2 ** 2 + (M ** 2 - m1 ** 2) ** 2 / m2 ** 2 + 6 * M * m1;
    const expected = ((g ** 2 * Math.sqrt(kaellen(M, m1, m2))) / (16 * Math.PI * M ** 3)) * bracket;
    within(decayRate(withValues(diagram, values)).width_gev, expected);
  });
});

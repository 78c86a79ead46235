import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { emissionSpectrum, type ParentName, quantile } from '../src/production/index.ts';

const Entry = z.object({
  id: z.string(),
  inputs: z.looseObject({
    parent: z.string(),
    m_parent: z.number(),
    m_phi: z.number(),
    lepton: z.enum(['e', 'mu', 'tau']).default('mu'),
    B_two_body: z.number().optional(),
  }),
  expected: z.object({
    ratio_Gamma3_over_g2_Gamma2: z.number(),
    Bhat: z.number().optional(),
    x_min: z.number().optional(),
    x_max: z.number().optional(),
    mean_x: z.number().optional(),
    f_at_x: z.array(z.tuple([z.number(), z.number()])).default([]),
  }),
  rel_tol: z.number(),
});
const file = path.join(import.meta.dirname, 'vectors', 'production.json');
const { entries } = z.object({ entries: z.array(Entry) }).parse(JSON.parse(readFileSync(file, 'utf8')));

const NAMES: Record<string, ParentName> = {
  'pi+': 'pi',
  'K+': 'K',
  'D+': 'D',
  'Ds+': 'Ds',
  rho0: 'rho',
  omega: 'omega',
  phi1020: 'phi',
  Jpsi: 'Jpsi',
  psi2S: 'psi2S',
};

test.each(entries)(
  '$id: rate and spectrum agree with the reference',
  ({ inputs, expected, rel_tol: tolerance }) => {
    const spectrum = emissionSpectrum({
      parent: NAMES[inputs.parent]!,
      lepton: inputs.lepton,
      scalarMassGeV: inputs.m_phi,
      parentMassGeV: inputs.m_parent,
      branching: inputs.B_two_body,
    });
    if (expected.ratio_Gamma3_over_g2_Gamma2 === 0) {
      expect(spectrum).toEqual({ open: false });
      return;
    }
    if (!spectrum.open) throw new Error('closed');
    const close = (actual: number, wanted: number | undefined): void => {
      if (wanted !== undefined) expect(Math.abs(actual / wanted - 1)).toBeLessThan(tolerance);
    };
    close(spectrum.ratio, expected.ratio_Gamma3_over_g2_Gamma2);
    close(spectrum.bHat, expected.Bhat);
    close(spectrum.xMin, expected.x_min);
    close(spectrum.xMax, expected.x_max);
    close(spectrum.meanX, expected.mean_x);
    for (const [x, density] of expected.f_at_x) close(spectrum.pdf(x), density);
  },
);

test('the quantile undoes the distribution function', () => {
  const spectrum = emissionSpectrum({ parent: 'K', lepton: 'mu', scalarMassGeV: 0.1 });
  if (!spectrum.open) throw new Error('closed');
  const { table, xMin, xMax } = spectrum;
  expect(quantile(table, 0)).toBe(xMin);
  expect(quantile(table, 1)).toBeCloseTo(xMax, 12);
  for (const at of [1, 17, 100, 200, 255])
    expect(quantile(table, table.cdf[at]!)).toBeCloseTo(table.x[at]!, 10);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { widthsOf } from '../src/llp-widths.ts';
import { loopAmplitude } from '../src/widths/loop-amplitude.ts';
import { referenceEntries } from './reference-yields.ts';

const near = (value: number, expected: number, tolerance: number): void => {
  if (expected === 0) expect(value).toBe(0);
  else expect(Math.abs(value / expected - 1)).toBeLessThanOrEqual(tolerance);
};

const entries = referenceEntries.filter((entry) => entry.process === 'phi -> mu mu, gamma gamma');
test.each(entries)('$id: widths, amplitude and lifetime', ({ inputs, expected, rel_tol: tolerance }) => {
  const unit = widthsOf({ m_phi_gev: inputs.m_phi });
  near(unit.partial_widths_gev.mumu, expected.Gamma_mumu_hat, tolerance);
  near(unit.partial_widths_gev.gammagamma, expected.Gamma_gammagamma_hat, tolerance);
  near(unit.branching_ratios.mumu, expected.B_mumu, tolerance);
  near(widthsOf({ m_phi_gev: inputs.m_phi, g_mu: inputs.g }).ctau_m ?? NaN, expected.ctau_m, tolerance);
  const amplitude = loopAmplitude(inputs.m_phi, 0.1056583755);
  near(amplitude.re, expected.ReA, tolerance);
  near(amplitude.im, expected.ImA, tolerance);
});

test('only a scalar without couplings is called stable', () => {
  expect(widthsOf({ m_phi_gev: 0.1, g_mu: 0 }).notes).toEqual(['All couplings are 0: the scalar is stable.']);
  expect(widthsOf({ m_phi_gev: 0.1, g_mu: 1e-200 }).notes[0]).toMatch(/within double precision/);
});

test('the series and the closed form of the loop agree where they meet, and the limits are right', () => {
  const closed = (tau: number): number => (2 * (tau + (tau - 1) * Math.asin(Math.sqrt(tau)) ** 2)) / tau ** 2;
  for (const tau of [0.1, 0.2, 0.2499, 0.2501, 0.5, 0.99])
    expect(loopAmplitude(2 * Math.sqrt(tau), 1).re).toBeCloseTo(closed(tau), 12);
  expect(loopAmplitude(2e-3, 1).re).toBeCloseTo(1.3333336444, 10);
  expect(loopAmplitude(1e-9, 1).re).toBeCloseTo(4 / 3, 14);
  // At threshold f is pi^2/4, and its factor vanishes.
  expect(loopAmplitude(2, 1)).toEqual({ re: 2, im: 0 });
});

test('far above the threshold of the electron the amplitude keeps its digits', () => {
  // 2 [tau + (tau - 1) f]/tau^2 with f = -(log(4 tau) - i pi)^2/4 up to 1/tau: tau = 2.5e7.
  const { re, im } = loopAmplitude(1e4, 1);
  const log = Math.log(1e8);
  expect(re).toBeCloseTo((2 / 2.5e7) * (1 - (log ** 2 - Math.PI ** 2) / 4), 12);
  expect(im).toBeCloseTo((Math.PI * log) / 2.5e7, 12);
});

test('couplings of opposite sign cancel in the loop, and only there', () => {
  const same = widthsOf({ m_phi_gev: 0.05, g_mu: 1, g_tau: 1 });
  const opposite = widthsOf({ m_phi_gev: 0.05, g_mu: 1, g_tau: -1 });
  expect(opposite.partial_widths_gev.gammagamma).toBeLessThan(same.partial_widths_gev.gammagamma);
  const cancelled = widthsOf({ m_phi_gev: 1e-4, g_mu: 1, g_tau: -1.77693 / 0.1056583755 });
  const muon = widthsOf({ m_phi_gev: 1e-4 });
  expect(cancelled.partial_widths_gev.gammagamma / muon.partial_widths_gev.gammagamma).toBeLessThan(1e-12);
  const heavy = widthsOf({ m_phi_gev: 5, g_mu: 1, g_tau: -1 });
  expect(heavy.partial_widths_gev.tautau).toBe(
    widthsOf({ m_phi_gev: 5, g_tau: 1 }).partial_widths_gev.tautau,
  );
});

test('electrons come only with their coupling; a universal one makes them dominate below the muon threshold', () => {
  expect(widthsOf({ m_phi_gev: 0.1 }).partial_widths_gev.ee).toBe(0);
  const { partial_widths_gev: partial } = widthsOf({ m_phi_gev: 0.1, preset: 'universal', g: 1e-3 });
  const muonOnly = widthsOf({ m_phi_gev: 0.1, g: 1e-3 });
  expect(Math.log10(partial.ee / muonOnly.partial_widths_gev.gammagamma)).toBeCloseTo(Math.log10(3.3e6), 2);
});

test('a mass-proportional preset couples as the masses', () => {
  expect(widthsOf({ m_phi_gev: 1, preset: 'mass-proportional', g: 0.1056583755 }).couplings).toEqual({
    e: expect.closeTo(0.00051099895, 14) as unknown,
    mu: 0.1056583755,
    tau: expect.closeTo(1.77693, 12) as unknown,
  });
});

test('widths scale with the square of all couplings', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-3, max: 10, noNaN: true }),
      fc.tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.double({ min: -2, max: 2, noNaN: true })),
      fc.double({ min: 0.01, max: 10, noNaN: true }),
      (mass, [mu, tau], factor) => {
        const one = widthsOf({ m_phi_gev: mass, g_mu: mu, g_tau: tau }).width_gev;
        const scaled = widthsOf({ m_phi_gev: mass, g_mu: factor * mu, g_tau: factor * tau }).width_gev;
        expect(one).toBeGreaterThanOrEqual(0);
        if (one > 1e-200) expect(scaled / one / factor ** 2).toBeCloseTo(1, 10);
      },
    ),
  );
});

test('couplings that it cannot treat are refused in words', () => {
  for (const wrong of [{ g_quark: 0.1 }, { g_gluon: 1e-5 }])
    expect(() => widthsOf({ m_phi_gev: 1, ...wrong })).toThrow(/hadronic widths are not included/);
  expect(() => widthsOf({ m_phi_gev: 1, preset: 'universal', g_mu: 1 })).toThrow(/preset/);
  expect(() => widthsOf({ m_phi_gev: 1, g: 1, g_mu: 1 })).toThrow(/g_mu/);
  const stable = widthsOf({ m_phi_gev: 1, g_mu: 0 });
  expect(stable.width_gev).toBe(0);
  expect(stable).not.toHaveProperty('ctau_m');
});

test('a scalar heavier than every parent is said to be one, as it may be in MeV', () => {
  expect(widthsOf({ m_phi_gev: 220 }).notes).toEqual([
    'm_phi_gev is in GeV: 220 GeV is heavier than every meson that this toolkit lets decay.',
  ]);
  expect(widthsOf({ m_phi_gev: 3.6 }).notes).toEqual([]);
});

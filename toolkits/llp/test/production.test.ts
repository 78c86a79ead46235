import { expect, test } from 'vitest';
import { emissionSpectrum, quantile } from '../src/production/index.ts';
import { productionSpectrum } from '../src/production-spectrum.ts';
import { contextIn } from './operation-context.ts';
import { parentNamed, productionEntries } from './reference-production.ts';

test.each(productionEntries)(
  '$id: rate and spectrum agree with the reference',
  ({ inputs, expected, rel_tol: tolerance }) => {
    const spectrum = emissionSpectrum({
      parent: parentNamed(inputs.parent),
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

test('the distribution function follows the density, for scalars of any mass', () => {
  for (const scalarMassGeV of [2e-5, 0.01, 1.2]) {
    const spectrum = emissionSpectrum({ parent: 'Jpsi', lepton: 'mu', scalarMassGeV, cells: 1024 });
    if (!spectrum.open) throw new Error('closed');
    const { table, pdf, xMin } = spectrum;
    // Simpson's rule at 20,000 equal ratios between places of the table.
    let sum = 0;
    let from = xMin;
    for (let at = 64; at <= 512; at += 64) {
      const to = table.x[at]!;
      for (let step = 0; step < 20_000; step += 1) {
        const [a, b] = [from * (to / from) ** (step / 20_000), from * (to / from) ** ((step + 1) / 20_000)];
        sum += ((b - a) * (pdf(a) + pdf(b) + 4 * pdf((a + b) / 2))) / 6;
      }
      from = to;
      expect(Math.abs(table.cdf[at]! / sum - 1)).toBeLessThan(1e-3);
    }
  }
});

// dGamma/dE of the closed form for a muon, integrated over the rapidity of the scalar with 40 digits by another program.
test.each([
  ['rho', 1e-5, 0.50620308443718118],
  ['pi', 3.4e-6, 0.19135741069209827],
] as const)(
  'a scalar much lighter than its parent (%s, %d GeV) has all its soft emission',
  (parent, mass, ratio) => {
    const spectrum = emissionSpectrum({ parent, lepton: 'mu', scalarMassGeV: mass });
    if (!spectrum.open) throw new Error('closed');
    expect(Math.abs(spectrum.ratio / ratio - 1)).toBeLessThan(1e-10);
  },
);

test('within rounding of the threshold the channel is closed', () => {
  for (const parent of ['Ds', 'psi2S'] as const) {
    const recoil = parent === 'Ds' ? 1.77693 : 2 * 1.77693;
    const top = { Ds: 1.96835, psi2S: 3.6861 }[parent] - recoil;
    for (const scalarMassGeV of [top, top * (1 - 2e-16), top * (1 - 5e-16), top * (1 - 1e-15)]) {
      const spectrum = emissionSpectrum({ parent, lepton: 'tau', scalarMassGeV });
      if (spectrum.open) expect([spectrum.ratio, spectrum.meanX].every(Number.isFinite)).toBe(true);
    }
  }
});

test('a pseudoscalar lighter than the muon has nothing to be normalised to', () => {
  expect(() =>
    emissionSpectrum({ parent: 'K', lepton: 'e', scalarMassGeV: 0.01, parentMassGeV: 0.05 }),
  ).toThrow('does not decay to mu nu');
});

test('masses at which every channel is closed are warned of', async () => {
  const spectra = async (masses: number[], folder?: string) => {
    const { warnings } = await productionSpectrum.run(
      {
        parents: ['K', 'D'],
        masses_gev: masses,
        lepton: 'mu',
        n_table: 16,
        file_format: 'csv',
        output_dir: folder,
      },
      contextIn(),
    );
    return warnings;
  };
  expect(await spectra([0.1, 0.5])).toEqual([]);
  expect(await spectra([0.1, 1.8], 'out')).toEqual([
    'All channels are closed at m_phi = 1.8 GeV for the lepton mu and the parents K, D: these have no spectrum file. Choose lighter scalars or heavier parents.',
  ]);
  expect(await spectra([1.8])).toEqual([
    'All channels are closed at m_phi = 1.8 GeV for the lepton mu and the parents K, D. Choose lighter scalars or heavier parents.',
  ]);
});

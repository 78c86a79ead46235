import { LEPTON_MASS_GEV } from '../constants.ts';

/** Masses in GeV: of the meson, of the lepton that emits the scalar, and of the scalar. */
export type EmissionMasses = {
  readonly meson: number;
  readonly lepton: number;
  readonly scalar: number;
};

/** (1/Gamma2) dGamma/dE in 1/GeV per g^2 at scalar energy E in the rest frame of the meson, exact in the lepton mass. */
export type EmissionRate = (energyGeV: number, masses: EmissionMasses) => number;

/** ln(D+/D-) and 1/D- - 1/D+ of the denominators D+- = middle +- half; `product` is D+ D-, found without cancellation. */
function denominators(middle: number, half: number, product: number): { log: number; inverse: number } {
  const ratio = half / middle;
  const log = ratio > 0.5 ? Math.log((middle + half) ** 2 / product) : 2 * Math.atanh(ratio);
  return { log, inverse: (2 * half) / product };
}

/** P -> l nu phi. Gamma2 is the width of P -> mu nu whatever the lepton is. */
export const pseudoscalarRate: EmissionRate = (E, { meson: M, lepton: m, scalar }) => {
  const [M2, m2, n2] = [M * M, m * m, scalar * scalar];
  const k = Math.sqrt(Math.max(0, (E - scalar) * (E + scalar)));
  const s = M2 + n2 - 2 * M * E;
  if (s <= m2 || k === 0) return 0;
  const middle = n2 + ((s + m2) * (M2 - s - n2)) / (2 * s);
  const half = ((s - m2) * M * k) / s;
  // Energies and momenta of the lepton and of the scalar in the frame where lepton and neutrino are back to back.
  const p2 = (s - m2) ** 2 / (4 * s);
  const q2 = (M2 * k * k) / s;
  const energies = ((s + m2) * (M2 - s - n2)) / (4 * s);
  const product = n2 * n2 + 4 * (n2 * energies + p2 * n2 + m2 * q2 + m2 * n2);
  const { log, inverse } = denominators(middle, half, product);
  const mu2 = LEPTON_MASS_GEV.mu ** 2;
  const sum =
    8 * (s - 4 * m2) * half +
    8 * m2 * (2 * M2 + n2 - 4 * m2 - M * E) * log +
    4 * m2 * (4 * m2 - n2) * (M2 - m2) * inverse;
  return (M / (32 * Math.PI ** 2 * mu2 * (M2 - mu2) ** 2)) * Math.max(0, sum);
};

/** V -> l+ l- phi, averaged over the polarisations of V. Gamma2 is the width of V -> l+ l-. */
export const vectorRate: EmissionRate = (E, { meson: M, lepton: m, scalar }) => {
  const [M2, m2, n2] = [M * M, m * m, scalar * scalar];
  const k = Math.sqrt(Math.max(0, (E - scalar) * (E + scalar)));
  const s = M2 + n2 - 2 * M * E;
  if (s <= 4 * m2 || k === 0) return 0;
  const half = Math.sqrt(1 - (4 * m2) / s) * k * M;
  const { log, inverse } = denominators(M * E, half, M2 * (n2 + (4 * m2 * k * k) / s));
  const S = 2 * M * E;
  const sum =
    2 * log * (4 * S - 8 * n2 + 32 * m2 + (8 * (n2 * n2 + 4 * m2 * M2 - 6 * m2 * n2 + 8 * m2 * m2)) / S) +
    8 * (4 * m2 - n2) * (M2 + 2 * m2) * inverse;
  const twoBody = (M / (12 * Math.PI)) * Math.sqrt(1 - (4 * m2) / M2) * (1 + (2 * m2) / M2);
  return Math.max(0, sum) / (384 * Math.PI ** 3 * M2) / twoBody;
};

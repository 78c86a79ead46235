import { ToolbaseError } from 'toolbase/toolkit';
import { type Lepton, LEPTON_MASS_GEV } from '../constants.ts';
import { type EmissionMasses, type EmissionRate, pseudoscalarRate, vectorRate } from './emission.ts';
import { type ParentName, PARENTS } from './parents.ts';
import { integrate } from './quadrature.ts';

/** What to emit from what. Values that are left out are the cited ones. */
export type Emission = {
  readonly parent: ParentName;
  readonly lepton: Lepton;
  readonly scalarMassGeV: number;
  readonly parentMassGeV?: number | undefined;
  /** B(P -> mu nu) or B(V -> l+ l-). */
  readonly branching?: number | undefined;
  /** Number of cells of the tabulated distribution. */
  readonly cells?: number | undefined;
};

/** Distribution of x = 2 E/M, E the energy of the scalar in the rest frame of its parent of mass M. */
export type Spectrum =
  | { readonly open: false }
  | {
      readonly open: true;
      /** Gamma3/(g^2 Gamma2). */
      readonly ratio: number;
      /** Branching fraction into the scalar per g^2. */
      readonly bHat: number;
      readonly xMin: number;
      readonly xMax: number;
      readonly meanX: number;
      /** Density at x, normalised to 1; 0 outside. */
      readonly pdf: (x: number) => number;
      /** Tabulated x, density and distribution function; dense at both ends. */
      readonly table: SpectrumTable;
    };

export type SpectrumTable = {
  readonly x: Float64Array;
  readonly pdf: Float64Array;
  readonly cdf: Float64Array;
};

const DEFAULT_CELLS = 256;

/** @throws ToolbaseError BAD_ARGUMENTS when no branching fraction is known for the pair of leptons, or a pseudoscalar is lighter
 * than the muon */
export function emissionSpectrum(emission: Emission): Spectrum {
  const { kind, massGeV, branching } = PARENTS[emission.parent];
  const masses: EmissionMasses = {
    meson: emission.parentMassGeV ?? massGeV,
    lepton: LEPTON_MASS_GEV[emission.lepton],
    scalar: emission.scalarMassGeV,
  };
  const recoil = kind === 'pseudoscalar' ? masses.lepton : 2 * masses.lepton;
  if (masses.scalar >= masses.meson - recoil) return { open: false };
  if (kind === 'pseudoscalar' && masses.meson <= LEPTON_MASS_GEV.mu)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `a ${emission.parent} of ${masses.meson} GeV does not decay to mu nu, which B_hat is normalised to`,
      { hint: 'parent_mass_gev must exceed the mass of the muon.' },
    );
  const known: Readonly<Partial<Record<Lepton, number>>> = branching;
  const twoBody = emission.branching ?? known[emission.lepton];
  if (twoBody === undefined)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `no branching fraction of ${emission.parent} into ${emission.lepton} pairs is tabulated`,
      { hint: 'Give branching_fraction.' },
    );
  const rate = kind === 'pseudoscalar' ? pseudoscalarRate : vectorRate;
  return openSpectrum(rate, masses, recoil, twoBody, emission.cells ?? DEFAULT_CELLS);
}

function openSpectrum(
  rate: EmissionRate,
  masses: EmissionMasses,
  recoil: number,
  twoBody: number,
  cells: number,
): Spectrum {
  const { meson: M, scalar } = masses;
  const lowest = recoil * recoil;
  const highest = (M * M + scalar * scalar - lowest) / (2 * M);
  const moment = (weight: (energy: number) => number): number =>
    momentOf((energy) => weight(energy) * rate(energy, masses), masses, lowest, (scalar + highest) / 2);
  const ratio = moment(() => 1);
  // Within rounding of the threshold no energy is left.
  if (!(ratio > 0)) return { open: false };
  const xMin = (2 * scalar) / M;
  const xMax = 1 + (scalar * scalar - lowest) / (M * M);
  const pdf = (x: number): number =>
    x <= xMin || x >= xMax ? 0 : ((M / 2) * rate((x * M) / 2, masses)) / ratio;
  return {
    open: true,
    ratio,
    bHat: twoBody * ratio,
    xMin,
    xMax,
    meanX: moment((energy) => (2 * energy) / M) / ratio,
    pdf,
    table: tabulated(pdf, xMin, xMax, cells),
  };
}

/** Integral over the energy of the scalar in two parts: below `border` over its rapidity, since soft scalars are emitted like dE/E
 * down to their mass; above it over the logarithm of the squared invariant mass of the recoiling pair, since that of light leptons
 * reaches down to theirs. */
function momentOf(
  f: (energy: number) => number,
  { meson: M, scalar }: EmissionMasses,
  lowest: number,
  border: number,
): number {
  const rapidity = Math.acosh(border / scalar);
  const soft = integrate(
    (y) => f(scalar * Math.cosh(y)) * scalar * Math.sinh(y),
    0,
    rapidity,
    panelsFor(rapidity),
  );
  const span = Math.log((M * M + scalar * scalar - 2 * M * border) / lowest);
  const hard = integrate(
    (root) => {
      const s = lowest * Math.exp(span * root * root);
      const energy = Math.max(scalar, (M * M + scalar * scalar - s) / (2 * M));
      return (f(energy) * s * span * root) / M;
    },
    0,
    1,
    panelsFor(span),
  );
  return soft + hard;
}

const panelsFor = (span: number): number => Math.max(1, Math.ceil(span / 3));

/** Points between which the density is integrated by Simpson's rule: half of them at equal steps of the rapidity of the scalar, which is
 * dense at its mass however small, the others dense at the upper end. */
function tabulated(pdf: (x: number) => number, xMin: number, xMax: number, cells: number): SpectrumTable {
  const half = cells >> 1;
  const border = (xMin + xMax) / 2;
  const rapidity = Math.acosh(border / xMin);
  const x = Float64Array.from({ length: cells + 1 }, (_, at) =>
    at < half
      ? xMin * Math.cosh((rapidity * at) / half)
      : border + (xMax - border) * Math.sin((Math.PI * (at - half)) / (2 * (cells - half))),
  );
  x[cells] = xMax;
  const density = x.map(pdf);
  const cdf = new Float64Array(cells + 1);
  for (let at = 0; at < cells; at += 1) {
    const [from, to] = [x[at] ?? 0, x[at + 1] ?? 0];
    const ends = (density[at] ?? 0) + (density[at + 1] ?? 0);
    cdf[at + 1] = (cdf[at] ?? 0) + ((ends + 4 * pdf((from + to) / 2)) * (to - from)) / 6;
  }
  const total = cdf[cells] ?? 1;
  return { x, pdf: density, cdf: cdf.map((value) => value / total) };
}

/** x below which the fraction `u` of the distribution lies, 0 <= u <= 1: within a cell the density is linear. */
export function quantile({ x, pdf, cdf }: SpectrumTable, u: number): number {
  let [low, high] = [0, cdf.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((cdf[middle] ?? 0) <= u) low = middle;
    else high = middle;
  }
  const [from, to] = [x[low] ?? 0, x[high] ?? 0];
  const [left, right] = [pdf[low] ?? 0, pdf[high] ?? 0];
  const share = (u - (cdf[low] ?? 0)) / Math.max(Number.MIN_VALUE, (cdf[high] ?? 1) - (cdf[low] ?? 0));
  const area = share * (left + right);
  const root = left + Math.sqrt(left * left + (right - left) * area);
  const fraction = root === 0 ? share : area / root;
  return from + (to - from) * Math.min(1, Math.max(0, fraction));
}

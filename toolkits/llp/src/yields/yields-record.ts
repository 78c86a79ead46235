import type * as z from 'zod';
import type { Lepton } from '../constants.ts';
import type { TableMetadata } from '../tables/index.ts';
import { VERSION } from '../version.ts';
import type { Crossings } from './crossings.ts';
import type { Geometry } from './cylinder.ts';
import type { Scan, ScanPoint } from './scan.ts';
import type { TracedFlux } from './trace-flux.ts';
import type { Diagnostic, ParentCount, ShownDiagnostic, YieldsFile } from './yields-file.ts';

/** What is not in a yield, whatever the flux. */
export const LIMITATIONS = [
  'No interaction and no magnetic bending of parents before the shield, nor of scalars anywhere; daughters fly straight.',
  'A parent has its nominal mass: the line shape of the rho is not included.',
  'No background and no efficiency beyond the acceptance named here.',
];

export function diagnosticOf(found: Crossings, target: number): Diagnostic {
  return {
    n_target: target,
    lower: found.lower?.at ?? null,
    upper: found.upper?.at ?? null,
    bracketed: found.bracketed,
    crossings: found.crossings.map(({ at, direction, log10Uncertainty }) => ({
      at,
      direction,
      log10_uncertainty: Number.isFinite(log10Uncertainty) ? log10Uncertainty : 0,
    })),
    peak: { at: found.peak.at, n_sig: found.peak.value },
  };
}

export const shownDiagnostic = ({
  lower,
  upper,
  crossings,
  ...rest
}: Diagnostic): z.output<typeof ShownDiagnostic> => ({
  ...rest,
  ...(lower === null ? {} : { lower }),
  ...(upper === null ? {} : { upper }),
  crossings: crossings.slice(0, 8),
});

/** The yield at the edges of the reach. */
export type Edges = { readonly lower: ScanPoint | undefined; readonly upper: ScanPoint | undefined };

export async function edgePoints(found: Crossings | undefined, scan: Scan): Promise<Edges> {
  const at = (crossing: Crossings['lower']): Promise<ScanPoint[]> =>
    crossing === undefined ? Promise.resolve([]) : scan([crossing.at]);
  const [lower] = await at(found?.lower);
  const [upper] = await at(found?.upper);
  return { lower, upper };
}

/** Counts by kind of parent, with their part at the highest point and at the edges. */
export function parentCounts(
  { groups, counts }: TracedFlux,
  points: readonly ScanPoint[],
  { lower, upper }: Edges,
): ParentCount[] {
  const top = points.reduce((best, point) => (point.value > best.value ? point : best), points[0] ?? NOTHING);
  return groups.map((parent, i) => {
    const own = top.groups[i];
    return {
      parent,
      n_rows: counts[i]?.rows ?? 0,
      n_in_volume: counts[i]?.inVolume ?? 0,
      n_accepted: counts[i]?.accepted ?? 0,
      share_at_peak: shareOf(top, i),
      n_eff_at_peak: own?.effective ?? 0,
      ...(lower === undefined
        ? {}
        : { share_at_lower: shareOf(lower, i), n_eff_at_lower: lower.groups[i]?.effective ?? 0 }),
      ...(upper === undefined
        ? {}
        : { share_at_upper: shareOf(upper, i), n_eff_at_upper: upper.groups[i]?.effective ?? 0 }),
    };
  });
}

const shareOf = ({ value, groups }: ScanPoint, i: number): number =>
  value > 0 ? (groups[i]?.value ?? 0) / value : 0;

/** The lepton that emits the scalars of a flux; the muon unless it says otherwise. */
export const leptonOf = ({ lepton }: TableMetadata['values']): Lepton =>
  lepton === 'e' || lepton === 'tau' ? lepton : 'mu';

/** What of a flux changes the meaning of a yield. */
export function fluxRecord(values: TableMetadata['values']): NonNullable<YieldsFile['flux']> {
  const text = (name: 'lepton' | 'hemispheres') => {
    const value = values[name];
    return typeof value === 'string' ? { [name]: value } : {};
  };
  const number = (name: 'sigma_norm_mb' | 'z_shield_m' | 'theta_max_rad') => {
    const value = values[name];
    return typeof value === 'number' ? { [name]: value } : {};
  };
  return {
    ...text('lepton'),
    ...text('hemispheres'),
    ...number('sigma_norm_mb'),
    ...number('z_shield_m'),
    ...number('theta_max_rad'),
  };
}

const NOTHING: ScanPoint = { at: 0, value: 0, uncertainty: 0, effective: 0, groups: [] };

/** @param name of the places: coupling or lifetime */
export const yieldPoints = (points: readonly ScanPoint[], name: 'g' | 'ctau_m'): YieldsFile['yields'] =>
  points.map(({ at, value, uncertainty, effective }) => ({
    ...(name === 'g' ? { g: at } : { ctau_m: at }),
    n_sig: value,
    n_sig_uncertainty: uncertainty,
    n_eff: effective,
  }));

/** The keys of a yields file that say where decays are looked for and what must be seen. */
export const volumeRecord = (
  { zMin, zMax, radius, zDet, detRadius, xOff }: Geometry,
  acceptance: string,
  daughters: readonly [number, number],
) => ({
  geometry_m: { z_min: zMin, z_max: zMax, r_volume: radius, z_det: zDet, r_det: detRadius, x_off: xOff },
  acceptance,
  daughter_masses_gev: [...daughters],
});

export const TOOLKIT = `@toolbase/llp ${VERSION}`;

const SHOWN = 24;

/** Evenly spaced points that fit an answer, first and last among them. */
export const thinned = <T>(points: readonly T[]): T[] =>
  points.length <= SHOWN
    ? [...points]
    : Array.from(
        { length: SHOWN },
        (_none, i) => points[Math.round((i * (points.length - 1)) / (SHOWN - 1))],
      ).filter((point) => point !== undefined);

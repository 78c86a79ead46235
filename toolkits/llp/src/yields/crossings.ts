import type { Scan, ScanPoint } from './scan.ts';

/** Where a yield passes the target. */
export type Crossing = {
  readonly at: number;
  readonly direction: 'up' | 'down';
  /** Statistical uncertainty of log10 of the place, from that of the yield there. */
  readonly log10Uncertainty: number;
};

export type Crossings = {
  readonly crossings: readonly Crossing[];
  /** First upward and last downward crossing. */
  readonly lower: Crossing | undefined;
  readonly upper: Crossing | undefined;
  /** False when the target is still exceeded at an end of the grid. */
  readonly bracketed: boolean;
  readonly peak: { readonly at: number; readonly value: number };
};

/** Points inside a cell, and how often it is refined: 9^4 times finer in the end. */
const INSIDE = 8;
const ROUNDS = 4;

/** All crossings of a target, refined to about 1e-8; maxima and minima between grid points are looked for first, so
 * that a narrow band between two points is found where the yield has an extremum.
 * @param grid of at least two ascending places, scanned   @param target > 0 */
export async function findCrossings(
  grid: readonly ScanPoint[],
  target: number,
  scan: Scan,
): Promise<Crossings> {
  const points = await withExtrema(grid, scan);
  const cells = adjacent(points).filter(([a, b]) => a.value >= target !== b.value >= target);
  const crossings = (await refined(cells, target, scan)).map(([a, b]) => crossingIn(a, b, target));
  return {
    crossings,
    lower: crossings.find(({ direction }) => direction === 'up'),
    upper: crossings.findLast(({ direction }) => direction === 'down'),
    bracketed: (grid[0]?.value ?? 0) < target && (grid.at(-1)?.value ?? 0) < target,
    peak: peakOf(points),
  };
}

type Cell = readonly [ScanPoint, ScanPoint];
const adjacent = (points: readonly ScanPoint[]): Cell[] =>
  points.slice(1).map((point, i) => [points[i] ?? point, point]);

const inside = (from: number, to: number): number[] =>
  Array.from({ length: INSIDE }, (_none, i) => from * (to / from) ** ((i + 1) / (INSIDE + 1)));

/** Scans several ranges in one go and returns each with its inner points. */
async function subdivided(cells: readonly Cell[], scan: Scan): Promise<ScanPoint[][]> {
  const places = cells.map(([a, b]) => inside(a.at, b.at));
  const found = cells.length === 0 ? [] : await scan(places.flat());
  return cells.map(([a, b], i) => [a, ...found.slice(i * INSIDE, (i + 1) * INSIDE), b]);
}

async function refined(cells: readonly Cell[], target: number, scan: Scan): Promise<readonly Cell[]> {
  let current = cells;
  for (let round = 0; round < ROUNDS; round += 1) {
    const divided = await subdivided(current, scan);
    current = divided.map(
      (points, i) =>
        adjacent(points).find(([a, b]) => a.value >= target !== b.value >= target) ?? current[i] ?? fail(),
    );
  }
  return current;
}

const fail = (): never => {
  throw new Error('a cell without a crossing was refined');
};

/** Log-log interpolation; within so small a cell the yield is a power. */
function crossingIn(a: ScanPoint, b: ScanPoint, target: number): Crossing {
  const [low, high] = [Math.log(a.value), Math.log(b.value)];
  const slope = (high - low) / Math.log(b.at / a.at);
  const share = (Math.log(target) - low) / (high - low);
  const usable = Number.isFinite(share) && share >= 0 && share <= 1;
  const relative = Math.max(a.uncertainty / a.value, b.uncertainty / b.value);
  return {
    at: a.at * (b.at / a.at) ** (usable ? share : 0.5),
    direction: b.value >= target ? 'up' : 'down',
    log10Uncertainty: relative / Math.abs(slope) / Math.LN10,
  };
}

/** The grid with further points around each maximum and minimum. */
async function withExtrema(grid: readonly ScanPoint[], scan: Scan): Promise<ScanPoint[]> {
  let ranges: (readonly [ScanPoint, ScanPoint, sign: number])[] = grid.flatMap((point, i) => {
    const [before, after] = [grid[i - 1], grid[i + 1]];
    if (before === undefined || after === undefined || point.value <= 0) return [];
    const [down, up] = [point.value - before.value, point.value - after.value];
    if (down * up < 0 || (down === 0 && up === 0)) return [];
    return [[before, after, down + up > 0 ? 1 : -1] as const];
  });
  const all = new Map(grid.map((point) => [point.at, point]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const divided = await subdivided(
      ranges.map(([a, b]) => [a, b]),
      scan,
    );
    ranges = divided.map((points, i) => {
      for (const point of points) all.set(point.at, point);
      const sign = ranges[i]?.[2] ?? 1;
      const best = points.reduce(
        (top, point, at) => (sign * point.value > sign * (points[top]?.value ?? 0) ? at : top),
        0,
      );
      const [first, last] = [points[Math.max(0, best - 1)], points[Math.min(points.length - 1, best + 1)]];
      return [first ?? fail(), last ?? fail(), sign] as const;
    });
  }
  return [...all.values()].sort((a, b) => a.at - b.at);
}

/** The highest point, moved to the vertex of the parabola through it and its neighbours in log-log. */
function peakOf(points: readonly ScanPoint[]): { at: number; value: number } {
  const top = points.reduce((best, point, i) => (point.value > (points[best]?.value ?? 0) ? i : best), 0);
  const [before, peak, after] = [points[top - 1], points[top], points[top + 1]];
  if (peak === undefined) return { at: 0, value: 0 };
  if (before === undefined || after === undefined || !(before.value > 0 && after.value > 0)) return peak;
  const [u, v] = [Math.log(before.at / peak.at), Math.log(after.at / peak.at)];
  const [p, q] = [Math.log(before.value / peak.value), Math.log(after.value / peak.value)];
  const curvature = (p / u - q / v) / (u - v);
  const slope = p / u - curvature * u;
  const shift = -slope / (2 * curvature);
  if (!(curvature < 0) || shift < u || shift > v) return peak;
  return { at: peak.at * Math.exp(shift), value: peak.value * Math.exp((slope * shift) / 2) };
}

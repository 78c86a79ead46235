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

/** Rounds for an extremum: each brings it into a range some eight times smaller. */
const ROUNDS = 2;
/** An extremum that is further from the target than this factor is left as it is: what lies between grid points is not. */
const FAR = 1e3;
/** A crossing is narrowed down to this width in the logarithm, in at most so many rounds. */
const WIDTH = 2e-5;
const MOST_ROUNDS = 40;

/** All crossings of a target, refined to about 1e-8; maxima and minima between grid points are looked for first, so
 * that a narrow band between two points is found where the yield has an extremum.
 * @param grid of at least two ascending places, scanned   @param target > 0 */
export async function findCrossings(
  grid: readonly ScanPoint[],
  target: number,
  scan: Scan,
): Promise<Crossings> {
  const points = await withExtrema(grid, target, scan);
  const cells = adjacent(points).filter((cell) => crosses(cell, target));
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

const sorted = (points: readonly ScanPoint[]): ScanPoint[] => [...points].sort((a, b) => a.at - b.at);

/** Scans new places of several ranges in one go and returns each range with them, ascending. */
async function extended(
  ranges: readonly (readonly ScanPoint[])[],
  places: readonly (readonly number[])[],
  scan: Scan,
): Promise<ScanPoint[][]> {
  const found = places.some((own) => own.length > 0) ? await scan(places.flat()) : [];
  let from = 0;
  return ranges.map((range, i) => {
    const count = places[i]?.length ?? 0;
    from += count;
    return sorted([...range, ...found.slice(from - count, from)]);
  });
}

const crosses = ([a, b]: Cell, target: number): boolean => a.value >= target !== b.value >= target;

const widthOf = ([a, b]: Cell): number => Math.log(b.at / a.at);

async function refined(cells: readonly Cell[], target: number, scan: Scan): Promise<readonly Cell[]> {
  let current = cells.map((cell) => ({ cell, slow: false }));
  for (let round = 0; round < MOST_ROUNDS && current.some(({ cell }) => widthOf(cell) > WIDTH); round += 1) {
    const places = current.map(({ cell, slow }) => {
      if (widthOf(cell) <= WIDTH) return [];
      // Mostly the crossing lies near that of a power law; where it did not, thirds are safe.
      return slow ? thirds(cell) : around(cell, crossingIn(...cell, target).at, round === 0 ? 20 : 200);
    });
    const ranges = await extended(
      current.map(({ cell }) => cell),
      places,
      scan,
    );
    current = ranges.map((points, i) => {
      const before = current[i]?.cell ?? fail();
      const cell = adjacent(points).find((part) => crosses(part, target)) ?? before;
      return { cell, slow: widthOf(cell) > widthOf(before) / 4 && current[i]?.slow === false };
    });
  }
  return current.map(({ cell }) => cell);
}

const thirds = ([a, b]: Cell): number[] => [1 / 3, 2 / 3].map((share) => a.at * (b.at / a.at) ** share);

/** A place with one on either side, nearer by `parts` than the range is wide, as far as they lie in the range. */
function around([a, b]: Cell, at: number, parts: number): number[] {
  const step = (b.at / a.at) ** (1 / parts);
  return [at / step, at * step].filter((place) => place > a.at && place < b.at);
}

const fail = (): never => {
  throw new Error('a range without points was refined');
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

/** The grid with further points around the highest maximum, and around each other extremum that may pass the target beyond what the
 * grid shows. */
async function withExtrema(grid: readonly ScanPoint[], target: number, scan: Scan): Promise<ScanPoint[]> {
  const top = grid.reduce((most, { value }) => Math.max(most, value), 0);
  let triples = grid.flatMap((point, i): Triple[] => {
    const [before, after] = [grid[i - 1], grid[i + 1]];
    if (before === undefined || after === undefined || point.value <= 0) return [];
    const [down, up] = [point.value - before.value, point.value - after.value];
    if (down * up < 0 || (down === 0 && up === 0)) return [];
    const sign = down + up > 0 ? 1 : -1;
    const beyond = sign > 0 ? target / point.value : point.value / target;
    if (point.value < top && (beyond < 1 || beyond > FAR)) return [];
    return [{ points: [before, point, after], sign }];
  });
  const all = new Map(grid.map((point) => [point.at, point]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const places = triples.map(({ points: [a, best, b] }) => {
      const at = vertexOf(a, best, b)?.at ?? best.at;
      return [...around([a, b], at, 16), at].filter((place) => !all.has(place));
    });
    const ranges = await extended(
      triples.map(({ points }) => points),
      places,
      scan,
    );
    triples = ranges.map((points, i) => {
      for (const point of points) all.set(point.at, point);
      return narrowed(points, triples[i]?.sign ?? 1);
    });
  }
  return sorted([...all.values()]);
}

/** An extremum and its neighbours. */
type Triple = { readonly points: readonly [ScanPoint, ScanPoint, ScanPoint]; readonly sign: 1 | -1 };

/** The most extreme inner point with its neighbours. */
function narrowed(points: readonly ScanPoint[], sign: 1 | -1): Triple {
  let best = 1;
  for (let i = 2; i < points.length - 1; i += 1)
    if (sign * (points[i]?.value ?? 0) > sign * (points[best]?.value ?? 0)) best = i;
  const [before, point, after] = points.slice(best - 1, best + 2);
  return { points: [before ?? fail(), point ?? fail(), after ?? fail()], sign };
}

/** The highest point, or the vertex of the parabola through it and its neighbours. */
function peakOf(points: readonly ScanPoint[]): { at: number; value: number } {
  const top = points.reduce((best, point, i) => (point.value > (points[best]?.value ?? 0) ? i : best), 0);
  const [before, peak, after] = [points[top - 1], points[top], points[top + 1]];
  if (peak === undefined) return { at: 0, value: 0 };
  const vertex = before === undefined || after === undefined ? undefined : vertexOf(before, peak, after);
  return vertex !== undefined && vertex.value >= peak.value ? vertex : { at: peak.at, value: peak.value };
}

/** Vertex of the parabola through three points in log-log; undefined when it is not between them. */
function vertexOf(
  before: ScanPoint,
  middle: ScanPoint,
  after: ScanPoint,
): { at: number; value: number } | undefined {
  if (!(before.value > 0 && middle.value > 0 && after.value > 0)) return undefined;
  const [u, v] = [Math.log(before.at / middle.at), Math.log(after.at / middle.at)];
  const [p, q] = [Math.log(before.value / middle.value), Math.log(after.value / middle.value)];
  const curvature = (p / u - q / v) / (u - v);
  const slope = p / u - curvature * u;
  const shift = -slope / (2 * curvature);
  if (!(shift > u && shift < v)) return undefined;
  return { at: middle.at * Math.exp(shift), value: middle.value * Math.exp((slope * shift) / 2) };
}

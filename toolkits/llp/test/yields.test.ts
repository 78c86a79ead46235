import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSumPieces } from '../src/io/sum-pieces.ts';
import { decayLengthM, scalarWidths } from '../src/widths/widths.ts';
import { presetCouplings } from '../src/widths/preset.ts';
import type { Acceptance } from '../src/yields/acceptance.ts';
import { segmentInside } from '../src/yields/cylinder.ts';
import { daughterAcceptance } from '../src/yields/daughter-acceptance.ts';
import { decayProbability } from '../src/yields/decay-probability.ts';
import { findCrossings } from '../src/yields/crossings.ts';
import { createScan, type Scan, type ScanPoint } from '../src/yields/scan.ts';
import { traceFlux } from '../src/yields/trace-flux.ts';
import { logGrid } from '../src/yields/volume-input.ts';
import { fluxOf, type SampleRow } from './reference-yields.ts';

const GEOMETRY = { zMin: 112, zMax: 163, radius: 0.92, zDet: 165, detRadius: 0.92, xOff: 0 };
const MUON = 0.1056583755;
const sumPieces = createSumPieces({ signal: new AbortController().signal, threads: 1 });

const traced = (
  sample: readonly SampleRow[],
  acceptance: Acceptance = 'none',
  clusters?: readonly number[],
  massGeV = 0.3,
) =>
  traceFlux(fluxOf(sample, clusters), {
    geometry: GEOMETRY,
    massGeV,
    acceptance,
    daughterMassesGeV: acceptance === 'two_track' ? [MUON, MUON] : [0, 0],
  });

const rows = fc.array(
  fc.record({
    weight: fc.double({ min: 1e-9, max: 1, noNaN: true }),
    vertex: fc.tuple(
      fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      fc.double({ min: 0, max: 50, noNaN: true }),
    ),
    momentum: fc.tuple(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: 5, max: 2000, noNaN: true }),
    ),
  }),
  { minLength: 1, maxLength: 40 },
);

const valueAt = async (points: number[], found: ReturnType<typeof traced>): Promise<ScanPoint[]> =>
  createScan(
    found.pieces,
    sumPieces,
    (s) => s,
    () => 1,
  )(points);

test('sums agree with the exponentials written out, at both ends of the range', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.double({ min: -9, max: 3, noNaN: true }), async (sample, power) => {
      const s = 10 ** power;
      const [found] = await valueAt([s], traced(sample));
      const expected = sample.reduce((sum, { weight, vertex, momentum }) => {
        const segment = segmentInside(GEOMETRY, vertex, momentum);
        if (segment === undefined) return sum;
        const length = Math.hypot(...momentum) / 0.3 / s;
        return sum + weight * decayProbability(segment.inM, segment.outM, length);
      }, 0);
      if (expected > 1e-290) expect(Math.abs((found?.value ?? 0) / expected - 1)).toBeLessThan(1e-12);
    }),
    { numRuns: 60 },
  );
});

test('an acceptance that varies along the path agrees with a fine integral over the decay point', async () => {
  const sample: SampleRow[] = [{ weight: 1, vertex: [0.05, 0.02, 10], momentum: [0.1, -0.12, 30] }];
  const segment = segmentInside(GEOMETRY, [0.05, 0.02, 10], [0.1, -0.12, 30])!;
  const size = Math.hypot(0.1, -0.12, 30);
  const direction = [0.1 / size, -0.12 / size, 30 / size] as const;
  const flight = { direction, momentum: size, mass: 0.9, daughterMasses: [MUON, MUON] as const };
  for (const s of [1e-4, 0.1, 3, 40]) {
    const length = size / 0.9 / s;
    const steps = 4000;
    let expected = 0;
    for (let i = 0; i < steps; i += 1) {
      const at = (share: number): number => segment.inM + (segment.outM - segment.inM) * share;
      const middle = at((i + 0.5) / steps);
      const point = [
        0.05 + middle * direction[0],
        0.02 + middle * direction[1],
        10 + middle * direction[2],
      ] as const;
      expected +=
        decayProbability(at(i / steps), at((i + 1) / steps), length) *
        daughterAcceptance(GEOMETRY, flight, point);
    }
    const [found] = await valueAt([s], traced(sample, 'two_track', undefined, 0.9));
    expect(Math.abs((found?.value ?? 0) / expected - 1), `s = ${s}`).toBeLessThan(2e-3);
  }
});

test('the acceptance of both daughters agrees with random decays', () => {
  let state = 12345;
  const random = (): number => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const mass = 0.6;
  const direction = [0.004, -0.003, Math.sqrt(1 - 0.004 ** 2 - 0.003 ** 2)] as const;
  const point = [0.3, 0.1, 121] as const;
  const daughterMasses = [MUON, 0.2] as const;
  const momentum = 40;
  const energy = Math.hypot(momentum, mass);
  const own = Math.sqrt((mass ** 2 - (MUON + 0.2) ** 2) * (mass ** 2 - (MUON - 0.2) ** 2)) / (2 * mass);
  const tries = 40_000;
  let both = 0;
  for (let i = 0; i < tries; i += 1) {
    const cos = 2 * random() - 1;
    const phi = 2 * Math.PI * random();
    const sin = Math.sqrt(1 - cos * cos);
    const n = [sin * Math.cos(phi), sin * Math.sin(phi), cos];
    const hits = [1, -1].every((sign) => {
      const m = daughterMasses[sign === 1 ? 0 : 1];
      const e = Math.hypot(own, m);
      const v = n.map((x) => sign * own * x);
      const dot = v.reduce((sum, x, k) => sum + x * (direction[k] ?? 0), 0);
      const p = v.map(
        (x, k) => x + (direction[k] ?? 0) * (dot * (energy / mass - 1) + (momentum / mass) * e),
      );
      const steps = (165 - point[2]) / (p[2] ?? 1);
      return (
        (p[2] ?? 0) > 0 && Math.hypot(point[0] + steps * (p[0] ?? 0), point[1] + steps * (p[1] ?? 0)) < 0.92
      );
    });
    if (hits) both += 1;
  }
  const found = daughterAcceptance(GEOMETRY, { direction, momentum, mass, daughterMasses }, point);
  const sigma = Math.sqrt((found * (1 - found)) / tries);
  expect(found).toBeGreaterThan(0.2);
  expect(found).toBeLessThan(0.8);
  expect(Math.abs(both / tries - found) / sigma).toBeLessThan(4);
});

test('the order of rows does not matter', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), async (sample, keys) => {
      const clusters = sample.map((_row, i) => i % 3);
      const order = sample.map((_row, i) => ({ i, key: keys[i]! })).sort((a, b) => a.key - b.key);
      const shuffled = order.map(({ i }) => sample[i]!);
      const [one] = await valueAt([0.1], traced(sample, 'llp_line', clusters));
      const [other] = await valueAt(
        [0.1],
        traced(
          shuffled,
          'llp_line',
          order.map(({ i }) => clusters[i]!),
        ),
      );
      expect(other?.value).toBeCloseTo(one?.value ?? 0, 12);
      expect(other?.uncertainty).toBeCloseTo(one?.uncertainty ?? 0, 12);
    }),
    { numRuns: 40 },
  );
});

test('the result does not depend on the number of threads, to the last digit', async () => {
  const sample = Array.from(
    { length: 60_000 },
    (_none, i): SampleRow => ({
      weight: 1 + (i % 7),
      vertex: [0, 0, i % 50],
      momentum: [0.001 * (i % 11), 0.002 * (i % 5), 20 + (i % 900)],
    }),
  );
  const { pieces } = traced(sample);
  const points = Float64Array.from(logGrid(1e-6, 10, 10));
  const signal = new AbortController().signal;
  const alone = await createSumPieces({ signal, threads: 1 })(pieces, points);
  // So many are expected that threads are there before the first sum.
  const onThreads = createSumPieces({ signal, threads: 3, expected: 1e6 });
  for (let time = 0; time < 3; time += 1) expect(await onThreads(pieces, points)).toEqual(alone);
});

test('draws of one parent count as one measurement', async () => {
  const row: SampleRow = { weight: 1, vertex: [0, 0, 0], momentum: [0, 0, 100] };
  const [apart] = await valueAt([0.1], traced([row, row, row, row]));
  const [together] = await valueAt([0.1], traced([row, row, row, row], 'none', [7, 7, 7, 7]));
  expect(together?.value).toBeCloseTo(apart?.value ?? 0, 14);
  expect(apart?.effective).toBeCloseTo(4, 10);
  expect(together?.effective).toBeCloseTo(1, 10);
  expect(together?.uncertainty).toBeCloseTo(2 * (apart?.uncertainty ?? 0), 10);
});

test('an aborted sum ends as aborted', async () => {
  const row: SampleRow = { weight: 1, vertex: [0, 0, 0], momentum: [0, 0, 100] };
  const { pieces } = traced(Array.from({ length: 200_000 }, () => row));
  const stop = new AbortController();
  const running = createSumPieces({ signal: stop.signal, threads: 2 })(
    pieces,
    Float64Array.from(logGrid(1e-6, 1, 400)),
  );
  stop.abort();
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
});

/** N(g) of a few scalars of 0.3 GeV that decay to muons. */
function scanOf(sample: readonly SampleRow[], collisions: number): Scan {
  const { partial_gev: partial, total_gev: total } = scalarWidths(0.3, presetCouplings('muon-only', 1));
  const ctau = decayLengthM(total);
  return createScan(
    traced(sample).pieces,
    sumPieces,
    (g) => g ** 2 / ctau,
    (g) => (collisions * g ** 2 * partial.mumu) / total,
  );
}

test('the yield grows with the number of collisions, and the band with it', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.double({ min: 1.1, max: 1000, noNaN: true }), async (sample, more) => {
      const grid = logGrid(1e-9, 1, 12);
      const [few, many] = await Promise.all(
        [1e18, 1e18 * more].map(async (collisions) => {
          const scan = scanOf(sample, collisions);
          const points = await scan(grid);
          return { points, found: await findCrossings(points, 3, scan) };
        }),
      );
      few!.points.forEach((point, i) => {
        const other = many!.points[i]!.value;
        expect(other).toBeGreaterThanOrEqual(point.value);
        if (point.value > 1e-200) expect(other / point.value / more).toBeCloseTo(1, 10);
      });
      if (few!.found.lower !== undefined && many!.found.lower !== undefined)
        expect(many!.found.lower.at).toBeLessThanOrEqual(few!.found.lower.at * (1 + 1e-9));
      if (few!.found.upper !== undefined && many!.found.upper !== undefined)
        expect(many!.found.upper.at).toBeGreaterThanOrEqual(few!.found.upper.at * (1 - 1e-9));
    }),
    { numRuns: 20 },
  );
});

test('small couplings grow like the fourth power', async () => {
  const scan = scanOf([{ weight: 1, vertex: [0, 0, 0], momentum: [0.1, 0, 300] }], 1e20);
  const [one, two] = await scan([1e-9, 2e-9]);
  expect(two!.value / one!.value).toBeCloseTo(16, 3);
});

const point = (at: number, value: number): ScanPoint => ({
  at,
  value,
  uncertainty: 0,
  effective: 0,
  groups: [],
});
const scanBy =
  (f: (g: number) => number): Scan =>
  (at) =>
    Promise.resolve(at.map((g) => point(g, f(g))));
const bump = (g: number, centre: number, height: number): number =>
  height * Math.exp(-((Math.log10(g / centre) / 0.3) ** 2));

test('all crossings of a yield with two maxima are found; the edges are the outer ones', async () => {
  const scan = scanBy((g) => bump(g, 1e-7, 50) + bump(g, 1e-4, 20));
  const found = await findCrossings(await scan(logGrid(1e-9, 1, 10)), 3, scan);
  expect(found.crossings.map(({ direction }) => direction)).toEqual(['up', 'down', 'up', 'down']);
  const edge = (height: number): number => 0.3 * Math.sqrt(Math.log(height / 3));
  expect(Math.log10(found.lower!.at)).toBeCloseTo(-7 - edge(50), 6);
  expect(Math.log10(found.upper!.at)).toBeCloseTo(-4 + edge(20), 6);
  expect(found.bracketed).toBe(true);
  expect(found.peak.value).toBeCloseTo(50, 8);
});

test('a band that lies between two points of the grid is found', async () => {
  const scan = scanBy((g) => bump(g, 5.6e-5, 3.05));
  const points = await scan(logGrid(1e-9, 1, 2));
  expect(Math.max(...points.map(({ value }) => value))).toBeLessThan(3);
  const found = await findCrossings(points, 3, scan);
  expect(found.crossings.map(({ direction }) => direction)).toEqual(['up', 'down']);
  expect(found.peak.value).toBeCloseTo(3.05, 6);
});

test('a grid that ends inside the band is said to', async () => {
  const scan = scanBy((g) => bump(g, 1e-5, 100));
  const found = await findCrossings(await scan(logGrid(1e-9, 1e-5, 10)), 3, scan);
  expect(found).toMatchObject({ bracketed: false, upper: undefined });
  expect(found.lower).toBeDefined();
  const none = await findCrossings(await scan(logGrid(1e-3, 1, 10)), 3, scan);
  expect(none).toMatchObject({ bracketed: true, lower: undefined, upper: undefined, crossings: [] });
});

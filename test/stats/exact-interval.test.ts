import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactInterval } from '../../src/stats/index.ts';

type Row = { x: number; n: number; low: number; high: number };
const vectors = JSON.parse(readFileSync(new URL('../vectors/statistics.json', import.meta.url), 'utf8')) as {
  binomExact95: Row[];
};

describe('the exact interval', () => {
  it.each(vectors.binomExact95)('of $x successes in $n agrees with the reference limits', (row) => {
    const { low, high } = exactInterval(row.x, row.n);
    expect(low).toBeCloseTo(row.low, 12);
    expect(high).toBeCloseTo(row.high, 12);
  });

  it('mirrors when successes and failures change places', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }).chain((n) => fc.tuple(fc.constant(n), fc.nat(n))),
        ([n, wins]) => {
          const one = exactInterval(wins, n);
          const other = exactInterval(n - wins, n);
          expect(one.low).toBeCloseTo(1 - other.high, 9);
          expect(one.low).toBeLessThanOrEqual(wins / n);
          expect(one.high).toBeGreaterThanOrEqual(wins / n);
        },
      ),
    );
  });

  it('widens with the confidence asked for', () => {
    const narrow = exactInterval(3, 5, 0.8);
    const wide = exactInterval(3, 5, 0.99);
    expect(wide.low).toBeLessThan(narrow.low);
    expect(wide.high).toBeGreaterThan(narrow.high);
  });

  it.each([
    [1, 0],
    [-1, 5],
    [6, 5],
    [0.5, 5],
    [1, Number.NaN],
  ])('refuses %d of %d, which is no count', (wins, n) => {
    expect(() => exactInterval(wins, n)).toThrow(RangeError);
  });
});

import type { GroupSums, Pieces, SumPieces } from './pieces.ts';

/** A yield and how well the sample knows it. */
export type ScanPoint = {
  /** Coupling, or lifetime in m. */
  readonly at: number;
  readonly value: number;
  /** Statistical, one standard deviation; all draws of one parent counted as one. */
  readonly uncertainty: number;
  /** Effective number of parents, `(sum y)^2 / sum y^2`. */
  readonly effective: number;
  /** The same by group. */
  readonly groups: readonly { readonly value: number; readonly effective: number }[];
};

/** Values at ascending places. */
export type Scan = (at: readonly number[]) => Promise<ScanPoint[]>;

/** Scans pieces. @param pointOf s in 1/m of a place   @param scaleOf factor of a place */
export const createScan =
  (
    pieces: Pieces,
    sumPieces: SumPieces,
    pointOf: (at: number) => number,
    scaleOf: (at: number) => number,
  ): Scan =>
  async (at) => {
    // The sums take ascending points: a longer lifetime is a smaller one.
    const order = at.map((_place, i) => i).sort((a, b) => pointOf(at[a] ?? 0) - pointOf(at[b] ?? 0));
    const sums = await sumPieces(
      pieces,
      Float64Array.from(order, (i) => pointOf(at[i] ?? 0)),
    );
    const found: ScanPoint[] = [];
    order.forEach((i, rank) => {
      const place = at[i] ?? 0;
      found[i] = pointFrom(place, scaleOf(place), sums, rank);
    });
    return found;
  };

function pointFrom(at: number, scale: number, sums: readonly GroupSums[], rank: number): ScanPoint {
  let total = 0;
  let squares = 0;
  const groups = sums.map(({ sum, squares: ofGroup }) => {
    const value = sum[rank] ?? 0;
    const square = ofGroup[rank] ?? 0;
    total += value;
    squares += square;
    return { value: scale * value, effective: effectiveOf(value, square) };
  });
  return {
    at,
    value: scale * total,
    uncertainty: scale * Math.sqrt(squares),
    effective: effectiveOf(total, squares),
    groups,
  };
}

/** 0 where the squares are too small for a double. */
const effectiveOf = (sum: number, squares: number): number => (squares > 0 ? sum ** 2 / squares : 0);

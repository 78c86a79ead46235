import { add, isDefined } from './complex-arithmetic.ts';
import { evaluate } from './evaluate.ts';
import type { Complex, Expression } from './expression.ts';
import { splitmix64 } from './splitmix64.ts';

export type Variable = {
  readonly name: string;
  /** Range the points are drawn from, uniformly; min < max unless the variable is fixed. */
  readonly min: number;
  readonly max: number;
};

/** Values of the variables. */
export type Point = Readonly<Record<string, number>>;

export type ComparisonOptions = {
  /** Every name of both expressions, in the order in which its values are drawn. */
  readonly variables: readonly Variable[];
  /** Number of points, at least 1. */
  readonly points: number;
  /** Non-negative integer that fixes the points. */
  readonly seed: number;
  /** Largest relative deviation that counts as equal. */
  readonly relTol: number;
  /** Values of candidate and reference with more digits, undefined where double precision shows enough. Asked for at points
   * where that shows a deviation above the tolerance, or 0 of both, which may be all that is left of small terms. */
  readonly closerValues?: (point: Point) => readonly [candidate: Complex, reference: Complex] | undefined;
};

export type Comparison = {
  /** No deviation is above the tolerance, and the reference has a value at half of the points or more. */
  readonly equal: boolean;
  /** |a - b| / max(|a|, |b|), at most 2; 2 where only the candidate has no value. */
  readonly maxRelativeDeviation: number;
  /** Where that is; empty when no point could be compared. */
  readonly worstPoint: Point;
  readonly pointsCompared: number;
  /** Points at which the reference has no value. */
  readonly pointsUndefined: number;
};

/** Compares two expressions at pseudo-random points that are the same on every machine.
 * @throws RangeError for a name without a variable */
export function compareExpressions(
  candidate: Expression,
  reference: Expression,
  options: ComparisonOptions,
): Comparison {
  const next = splitmix64(BigInt(options.seed));
  let worst = -1;
  let worstPoint: Point = {};
  let pointsCompared = 0;
  for (let count = 0; count < options.points; count++) {
    const drawn = options.variables.map(({ name, min, max }) => [name, min + next() * (max - min)] as const);
    const values = new Map(drawn.map(([name, re]) => [name, { re, im: 0 }]));
    const expected = evaluate(reference, values);
    if (!isDefined(expected)) continue;
    pointsCompared++;
    const point = Object.fromEntries(drawn);
    const deviation = closerDeviation(evaluate(candidate, values), expected, point, options);
    if (deviation <= worst) continue;
    worst = deviation;
    worstPoint = point;
  }
  const enough = pointsCompared > 0 && 2 * pointsCompared >= options.points;
  return {
    equal: enough && worst <= options.relTol,
    maxRelativeDeviation: Math.max(worst, 0),
    worstPoint,
    pointsCompared,
    pointsUndefined: options.points - pointsCompared,
  };
}

function closerDeviation(
  candidate: Complex,
  expected: Complex,
  point: Point,
  { relTol, closerValues }: ComparisonOptions,
): number {
  const seen = relativeDeviation(candidate, expected);
  const areZero = magnitude(candidate) === 0 && magnitude(expected) === 0;
  const closer = seen > relTol || areZero ? closerValues?.(point) : undefined;
  return closer === undefined ? seen : relativeDeviation(...closer);
}

const magnitude = ({ re, im }: Complex): number => Math.hypot(re, im);

function relativeDeviation(candidate: Complex, expected: Complex): number {
  if (!isDefined(candidate)) return 2;
  const difference = magnitude(add(candidate, { re: -expected.re, im: -expected.im }));
  if (difference === 0) return 0;
  const largest = Math.max(magnitude(candidate), magnitude(expected));
  if (Number.isFinite(difference) && Number.isFinite(largest)) return difference / largest;
  // Each value is finite: of quarters, neither the difference nor a magnitude overflows.
  return relativeDeviation(quarter(candidate), quarter(expected));
}

const quarter = ({ re, im }: Complex): Complex => ({ re: re / 4, im: im / 4 });

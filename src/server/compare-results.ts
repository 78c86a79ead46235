import { canonicalJson, type Json, pointerOf } from '../kernel/index.ts';

/** How a result compares with an earlier one of the same call. */
export type ResultComparison =
  | { readonly kind: 'identical' }
  /** All numbers are within the tolerance, everything else is equal. */
  | { readonly kind: 'close'; readonly largestRelative: number }
  | { readonly kind: 'different'; readonly at: string; readonly what: string };

/** @param tolerance largest |a - b| / max(|a|, |b|) of two numbers that are close */
export function compareResults(before: Json, after: Json, tolerance: number): ResultComparison {
  if (canonicalJson(before) === canonicalJson(after)) return { kind: 'identical' };
  const seen = { largest: 0 };
  const difference = differenceIn(before, after, tolerance, [], seen);
  return difference ?? { kind: 'close', largestRelative: seen.largest };
}

type Difference = Extract<ResultComparison, { kind: 'different' }>;
type Key = string | number;

function differenceIn(
  before: Json,
  after: Json,
  tolerance: number,
  path: readonly Key[],
  seen: { largest: number },
): Difference | undefined {
  if (typeof before === 'number' && typeof after === 'number') {
    const relative = relativeDifference(before, after);
    if (relative > tolerance) return different(path, `${before} became ${after}`);
    seen.largest = Math.max(seen.largest, relative);
    return undefined;
  }
  if (!isParent(before) || !isParent(after) || Array.isArray(before) !== Array.isArray(after))
    return before === after ? undefined : different(path, `${shown(before)} became ${shown(after)}`);
  const keys = keysOf(before);
  const others = keysOf(after);
  if (keys.length !== others.length || keys.some((key, at) => key !== others[at]))
    return different(
      path,
      Array.isArray(before)
        ? `${keys.length} elements became ${others.length}`
        : `the keys ${keys.join(', ')} became ${others.join(', ')}`,
    );
  for (const key of keys) {
    const found = differenceIn(member(before, key), member(after, key), tolerance, [...path, key], seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** 0 for equal numbers, at most 2. */
const relativeDifference = (a: number, b: number): number =>
  a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));

type Parent = readonly Json[] | { readonly [key: string]: Json | undefined };

const isParent = (value: Json): value is Parent => typeof value === 'object' && value !== null;

const keysOf = (value: Parent): string[] =>
  Array.isArray(value) ? Object.keys(value) : Object.keys(value).sort();

const member = (value: Parent, key: string): Json => (value as Readonly<Record<string, Json>>)[key] ?? null;

const different = (path: readonly Key[], what: string): Difference => ({
  kind: 'different',
  at: pointerOf(path),
  what: what.slice(0, 300),
});

const shown = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

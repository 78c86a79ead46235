import type { Json } from '../kernel/index.ts';
import type { CallFile, CallLine } from '../record/index.ts';
import { compareResults } from './compare-results.ts';

/** What came of a call that was to be made again. `skipped`: it had no result that could be compared, since it was refused
 * or cancelled. `unchecked`: it had one, and cannot be made again here. */
export interface ReplayedCall {
  readonly seq: number;
  readonly operation: string;
  readonly verdict: 'identical' | 'close' | 'different' | 'skipped' | 'unchecked';
  /** What is different, how close it is, or why it was not made. */
  readonly detail: string | null;
}

/** @param values the results of then and now, where their digests differ   @param tolerance as of compareResults */
export function compareCalls(
  then: CallLine,
  now: CallLine,
  [before, after]: readonly (Json | undefined)[],
  tolerance: number,
): ReplayedCall {
  const { seq, operation } = then;
  const verdict = (kind: ReplayedCall['verdict'], detail: string | null): ReplayedCall => ({
    ...{ seq, operation },
    verdict: kind,
    detail,
  });
  if (then.outcome !== now.outcome) return verdict('different', `${then.outcome} became ${now.outcome}`);
  const file = changedFile(then.writes, now.writes);
  if (file !== undefined) return verdict('different', `the file ${file} has other bytes`);
  if (before === undefined || after === undefined)
    return then.resultDigest === now.resultDigest
      ? verdict('identical', null)
      : verdict('different', 'one of them has no result');
  const comparison = compareResults(before, after, tolerance);
  switch (comparison.kind) {
    case 'identical':
      return verdict('identical', null);
    case 'close':
      return verdict('close', `numbers differ by up to ${comparison.largestRelative.toExponential(1)}`);
    case 'different':
      return verdict('different', `${comparison.at}: ${comparison.what}`);
  }
}

const changedFile = (then: readonly CallFile[], now: readonly CallFile[]): string | undefined =>
  then.find(({ path, digest }) => now.find((each) => each.path === path)?.digest !== digest)?.path;

import { headOf, type Rational, rational } from '../kernel/index.ts';
import type { CheckEvidence, Verdict } from '../record/index.ts';

/** What a check found. */
export type CheckOutcome = {
  readonly verdict: Verdict;
  /** Share of the check's weight that was earned, in [0, 1]. */
  readonly credit: Rational;
  /** Verdict of each tier, for a check that has some. */
  readonly tiers: readonly Verdict[];
  readonly evidence: CheckEvidence;
};

export const verdictOf = (passed: boolean): Verdict => (passed ? 'passed' : 'failed');

/** All or nothing. */
export const binary = (passed: boolean, evidence: CheckEvidence): CheckOutcome => ({
  verdict: verdictOf(passed),
  credit: rational(passed ? 1 : 0),
  tiers: [],
  evidence,
});

const SHOWN_CHARS = 400;

/** A submitted value as evidence: short, whatever its size. */
export function shown(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const text =
    typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > SHOWN_CHARS ? `${headOf(text, SHOWN_CHARS)}...` : text.toWellFormed();
}

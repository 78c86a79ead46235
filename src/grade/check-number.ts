import type { Grading, NumberCheck, Tier } from '../benchmark/index.ts';
import { type Json, rational, sumOf, valueAt } from '../kernel/index.ts';
import type { CheckEvidence } from '../record/index.ts';
import { documentOf, type Submission } from './artifact-document.ts';
import { type CheckOutcome, shown, verdictOf } from './check-outcome.ts';

/** A submitted number against the reference: every tier that is reached earns its weight. */
export function checkNumber(check: NumberCheck, grading: Grading, submission: Submission): CheckOutcome {
  const reference = valueAt(grading.reference, check.reference);
  if (typeof reference !== 'number')
    throw new TypeError(`the rubric was not audited: ${check.reference} is no number`);
  const document = documentOf(submission, check.artifact);
  const submitted = document.kind === 'json' ? valueAt(document.value, check.pointer) : undefined;
  const reached = check.tiers.map((tier) => isFinite(submitted) && isWithin(tier, submitted, reference));
  const earned = sumOf(check.tiers.map((tier, t) => rational(reached[t] === true ? tier.weight : 0)));
  const whole = sumOf(check.tiers.map((tier) => rational(tier.weight)));
  const passed = reached.every(Boolean);
  return {
    verdict: verdictOf(passed),
    credit: whole.equals(0) ? rational(passed ? 1 : 0) : earned.div(whole),
    tiers: reached.map(verdictOf),
    evidence: {
      reason:
        document.kind === 'fault'
          ? document.reason
          : reasonOf(check, submitted, reached.filter(Boolean).length),
      read: shown(submitted),
      expected: reference,
      unit: check.unit,
      distances: isFinite(submitted) ? distancesOf(submitted, reference) : [],
    },
  };
}

const isFinite = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Relative deviations are compared exactly, as the decimals that were written: 1 % off is within 1 %. */
function isWithin(tier: Tier, submitted: number, reference: number): boolean {
  if (tier.measure === 'decades')
    return Math.abs(decades(submitted, reference)) <= rational(tier.within).valueOf();
  const exact = rational(reference);
  return (
    rational(submitted)
      .sub(exact)
      .abs()
      .compare(exact.abs().mul(rational(tier.within))) <= 0
  );
}

/** log10 of the ratio; NaN, which is within nothing, for a number of the other sign or 0. */
const decades = (submitted: number, reference: number): number => Math.log10(submitted / reference);

function distancesOf(submitted: number, reference: number): CheckEvidence['distances'] {
  return [
    { quantity: '|log10(submitted/reference)|', value: Math.abs(decades(submitted, reference)) },
    { quantity: '|submitted/reference - 1|', value: Math.abs(submitted / reference - 1) },
  ].filter(({ value }) => Number.isFinite(value));
}

function reasonOf(check: NumberCheck, submitted: Json | undefined, reached: number): string {
  if (submitted === undefined) return `${check.artifact} has nothing at ${check.pointer}`;
  if (!isFinite(submitted)) return `${check.pointer} of ${check.artifact} is not a finite number`;
  return `${reached} of ${check.tiers.length} tiers are reached`;
}

import { z } from 'zod';
import { Digest, KebabName } from '../kernel/index.ts';
import { ConditionId, TrialId } from '../record/index.ts';

const Count = z.number().int().nonnegative();
const Exact = z.string().regex(/^\d+(?:\/[1-9]\d*)?$/);

/** A mean of exact numbers, and its nearest double; null for a mean of nothing. */
const Mean = z.strictObject({ exact: Exact, value: z.number() }).nullable();

/** c of n with the exact (Clopper-Pearson) 95 % interval of the rate; null for n = 0. */
const Rate = z
  .strictObject({ passed: Count, of: Count, rate: z.number(), low95: z.number(), high95: z.number() })
  .nullable();
export type Rate = z.output<typeof Rate>;

/** Numbers over one choice of denominator. */
const Scores = z.strictObject({ n: Count, meanReach: Mean, completion: Rate });
export type Scores = z.output<typeof Scores>;

export const CheckCount = z.strictObject({
  stage: KebabName,
  check: KebabName,
  /** Step of credit, for a check that has several. */
  tier: KebabName.nullable(),
  weight: Exact,
  passed: Count,
  of: Count,
});
export type CheckCount = z.output<typeof CheckCount>;

export const TrialSummary = z.strictObject({
  id: TrialId,
  index: Count,
  seed: z.number().int(),
  /** Attempts that were sealed. */
  attempts: Count,
  infrastructure: z.enum(['ok', 'fault', 'invalid']).nullable(),
  termination: z.string().nullable(),
  reach: Exact.nullable(),
  complete: z.boolean().nullable(),
});
export type TrialSummary = z.output<typeof TrialSummary>;

export const ConditionSummary = z.strictObject({
  name: KebabName,
  id: ConditionId,
  factors: z.record(z.string(), z.string()),
  trials: z.strictObject({
    planned: Count,
    /** Not run, or cancelled: still to be done. */
    pending: Count,
    /** Of those, the ones whose attempts were damaged or interrupted and are in the quarantine. */
    setAside: Count,
    graded: Count,
    /** Ended by a fault of the infrastructure. */
    infrastructure: Count,
    /** No trial of this condition: the agent would not have had the locked tools, say. */
    invalid: Count,
    /** Graded ones that were stopped by a limit. */
    limited: Count,
    /** Graded ones whose agent ended by an error of its own. */
    agentErrors: Count,
  }),
  /** What the first agent error said, on one line; null without any. */
  firstAgentError: z.string().nullable(),
  /** Over the trials that were graded. */
  graded: Scores,
  /** Over all trials that were run, those without a grade as 0: a lower bound. */
  intentionToTreat: Scores,
  checks: z.array(CheckCount),
  trialList: z.array(TrialSummary),
  /** Of the grades that were used; null without any. */
  gradedBy: z.strictObject({ rubric: Digest, reference: Digest, grader: z.string() }).nullable(),
});
export type ConditionSummary = z.output<typeof ConditionSummary>;

/** `summary.json`: what a campaign came to. Strict JSON: what is not known is null. */
export const Summary = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('summary'),
  campaign: z.strictObject({ name: KebabName, title: z.string(), seed: z.number().int() }),
  benchmark: z.strictObject({ name: KebabName, version: z.string() }),
  /** True when no condition asks a model. */
  scriptedOnly: z.boolean(),
  /** What the numbers say and what they do not. */
  notes: z.array(z.string()),
  conditions: z.array(ConditionSummary),
});
export type Summary = z.output<typeof Summary>;

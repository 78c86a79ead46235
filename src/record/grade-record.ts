import { z } from 'zod';
import { Digest, KebabName } from '../kernel/index.ts';
import { GradeId, TrialId } from './identity.ts';

/** An exact number as `n` or `n/d`. */
const Exact = z.string().regex(/^\d+(?:\/[1-9]\d*)?$/);

export const Verdict = z.enum(['passed', 'failed']);
export type Verdict = z.output<typeof Verdict>;

/** How far a submission was from the reference. */
export const Distance = z.strictObject({
  /** What was compared ("|log10(submitted/reference)|"). */
  quantity: z.string(),
  value: z.number(),
});
export type Distance = z.output<typeof Distance>;

/** Why a check has its verdict: what was read, what was expected, how far apart. */
export const CheckEvidence = z.strictObject({
  reason: z.string(),
  read: z.union([z.string(), z.number(), z.null()]),
  expected: z.union([z.string(), z.number(), z.null()]),
  unit: z.string().optional(),
  distances: z.array(Distance),
});
export type CheckEvidence = z.output<typeof CheckEvidence>;

export const CheckGrade = z.strictObject({
  id: KebabName,
  kind: z.string(),
  weight: Exact,
  verdict: Verdict,
  /** In [0, 1]: the share of the weight that was earned. */
  credit: Exact,
  /** Steps of credit of a check that has several. */
  tiers: z.array(z.strictObject({ id: KebabName, weight: Exact, verdict: Verdict })),
  evidence: CheckEvidence,
});
export type CheckGrade = z.output<typeof CheckGrade>;

export const StageGrade = z.strictObject({
  id: KebabName,
  title: z.string(),
  gate: z.boolean(),
  weight: Exact,
  verdict: Verdict,
  credit: Exact,
  /** False when an earlier gate failed, so that the credit does not count. */
  open: z.boolean(),
  checks: z.array(CheckGrade),
});
export type StageGrade = z.output<typeof StageGrade>;

/** `grades/<id>.json`: one grading of one attempt. Revised rubrics add grades; none is replaced. */
export const GradeRecord = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('grade'),
  id: GradeId,
  trial: TrialId,
  attempt: z.number().int().positive(),
  rubric: Digest,
  reference: Digest,
  /** Version of the grading code. */
  grader: z.string(),
  artifacts: Digest,
  gradedAt: z.iso.datetime(),
  /** `undelivered`: a gate failed, nothing after it could be judged. */
  science: z.enum(['complete', 'partial', 'undelivered']),
  /** The weighted, gated score in [0, 1], exact. */
  reach: Exact,
  /** Reach from which the trial counts as complete. */
  success: Exact,
  verdict: Verdict,
  stages: z.array(StageGrade),
});
export type GradeRecord = z.output<typeof GradeRecord>;

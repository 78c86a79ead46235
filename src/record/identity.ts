import { z } from 'zod';
import { Digest, digestOf, hexOf } from '../kernel/index.ts';

const idOf = (letter: string) => z.string().regex(new RegExp(`^${letter}_[0-9a-f]{32}$`));

export const ConditionId = idOf('c').brand<'ConditionId'>();
export type ConditionId = z.output<typeof ConditionId>;
export const TrialId = idOf('t').brand<'TrialId'>();
export type TrialId = z.output<typeof TrialId>;
export const GradeId = idOf('g').brand<'GradeId'>();
export type GradeId = z.output<typeof GradeId>;

/** What an agent may spend on one trial. */
export const Limits = z.strictObject({
  /** Wall time from the launch of the harness, seconds. */
  wallSeconds: z.number().positive().max(604_800),
});
export type Limits = z.output<typeof Limits>;

/** The six factors and the limits of a condition, by meaning alone. No name, path, host, time or concurrency is in it,
 * nor the rubric and the reference, which may be revised after the run. */
export const ConditionIdentity = z.strictObject({
  /** What is asked: objective and required artifacts. */
  task: Digest,
  /** The variant: prompt and initial workspace. */
  scaffolding: Digest,
  prompt: Digest,
  /** null: the harness runs no model. */
  model: z.null(),
  /** null: no model is asked, so nobody provides one. */
  provider: z.null(),
  harness: z.strictObject({
    kind: z.string().max(64),
    /** Of the agent program, or of our own code for a built-in harness. */
    version: z.string().max(64),
    /** Of its configuration. */
    digest: Digest,
  }),
  /** null: no toolkit is attached. */
  loadout: z.strictObject({ interfaceDigest: Digest, lockDigest: Digest }).nullable(),
  limits: Limits,
});
export type ConditionIdentity = z.output<typeof ConditionIdentity>;

// The version in the tag is that of the algorithm: a change of what is digested gets a new tag, and records keep theirs.
const CONDITION_DOMAIN = 'toolbase-condition-v1';
const TRIAL_DOMAIN = 'toolbase-trial-v1';
const GRADE_DOMAIN = 'toolbase-grade-v1';

// 128 bits: short enough for a folder name, and no two trials of one laboratory will ever meet.
const shortHex = (digest: Digest): string => hexOf(digest).slice(0, 32);

export const conditionId = (identity: ConditionIdentity): ConditionId =>
  ConditionId.parse(`c_${shortHex(digestOf(CONDITION_DOMAIN, identity))}`);

/** Identity of one stochastic execution of a condition.
 * @param index 0, 1, 2 ... within the condition */
export const trialId = (condition: ConditionId, index: number, seed: number): TrialId =>
  TrialId.parse(`t_${shortHex(digestOf(TRIAL_DOMAIN, { condition, index, seed }))}`);

/** Identity of a grade: equal inputs give the same grade, anything revised gives another beside it. */
export const gradeId = (inputs: {
  trial: TrialId;
  attempt: number;
  rubric: Digest;
  reference: Digest;
  grader: string;
  artifacts: Digest;
}): GradeId => GradeId.parse(`g_${shortHex(digestOf(GRADE_DOMAIN, inputs))}`);

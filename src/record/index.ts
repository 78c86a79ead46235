import { AttemptRecord } from './attempt.ts';
import { CachedResult } from './cached-result.ts';
import { CallLine } from './call-log.ts';
import { GradeRecord } from './grade-record.ts';
import { CampaignPlan } from './plan.ts';

export {
  argumentsDigest,
  argumentsObject,
  type CallEntry,
  type CallFile,
  type CallUsage,
  resultDigest,
  resultObject,
  valueOfObject,
} from './call-log.ts';
export { cachedResultFault, decodeCachedResult, encodeCachedResult } from './cached-result.ts';
export { type CallLogReading, readCallLog } from './check-call-log.ts';
export {
  type AttemptDraft,
  AttemptRecord,
  artifactsDigest,
  decodeAttempt,
  type KeptArtifact,
  type RefusedArtifact,
  sealed,
} from './attempt.ts';
export {
  type CheckEvidence,
  type CheckGrade,
  GradeRecord,
  type StageGrade,
  type Verdict,
} from './grade-record.ts';
export {
  ConditionId,
  ConditionIdentity,
  conditionId,
  gradeId,
  Limits,
  TrialId,
  trialId,
} from './identity.ts';
export { CampaignPlan, type PlannedCondition, type PlannedTrial } from './plan.ts';
export {
  agentErrorOf,
  type Evidence,
  type InfrastructureState,
  isConclusive,
  type ScienceState,
  type TerminationState,
  type TrialEnd,
} from './trial-end.ts';

export type { CachedResult } from './cached-result.ts';
export type { CallLine } from './call-log.ts';

/** Persisted formats of this module, by the name of their JSON Schema. */
export const recordFormats = {
  'campaign-plan': CampaignPlan,
  attempt: AttemptRecord,
  grade: GradeRecord,
  'call-log-line': CallLine,
  'cached-result': CachedResult,
};

import type { ExposedName } from '../kernel/index.ts';
import type { CallOutcome } from './call-outcome.ts';
import type { JsonObject } from './schema-checker.ts';

export type JobState = 'running' | 'done' | 'failed' | 'cancelled';

/** How far a running operation said it is. */
export interface JobProgress {
  readonly done: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** A run of a long operation as whoever follows it sees it. */
export interface JobView {
  readonly job: string;
  readonly operation: ExposedName;
  readonly state: JobState;
  /** Of the run, seconds; it stands still once the job has ended. */
  readonly elapsedS: number;
  readonly progress?: JobProgress | undefined;
  /** Of a job that has ended. */
  readonly outcome?: CallOutcome | undefined;
}

/** The state that an outcome leaves a job in. */
export const stateAfter = (outcome: CallOutcome): Exclude<JobState, 'running'> =>
  outcome.kind === 'answered' ? 'done' : outcome.error.code === 'CANCELLED' ? 'cancelled' : 'failed';

const answered = (structured: JsonObject): CallOutcome => ({
  kind: 'answered',
  structured,
  text: JSON.stringify(structured),
});

/** Answers how far a job is. */
export function statusAnswer({ job, state, elapsedS, progress, outcome }: JobView): CallOutcome {
  return answered({
    job,
    state,
    elapsedS: Math.round(elapsedS * 10) / 10,
    ...(progress === undefined ? {} : { progress: withoutAbsent(progress) }),
    ...(outcome?.kind === 'failed' ? { error: withoutAbsent(outcome.error) } : {}),
  });
}

/** Answers with the result of a job, or fails as the operation itself would have. */
export function resultAnswer(view: JobView): CallOutcome {
  const { job, operation, outcome } = view;
  if (outcome?.kind === 'failed') return outcome;
  if (outcome !== undefined) return { ...outcome, ...resultOf(view, outcome.structured) };
  return {
    kind: 'failed',
    error: {
      code: 'UNSUPPORTED',
      message: `job ${job} of ${operation} has not ended, and has no result yet`,
      hint: 'Wait for it: action "wait".',
    },
  };
}

function resultOf({ job, elapsedS }: JobView, result: JsonObject) {
  const structured = { job, state: 'done', elapsedS: Math.round(elapsedS * 10) / 10, result };
  return { structured, text: JSON.stringify(structured) };
}

const withoutAbsent = (value: object): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

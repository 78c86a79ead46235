import { randomBytes } from 'node:crypto';
import { type ExposedName, ToolbaseError } from '../../kernel/index.ts';
import { type CallOutcome, failedOutcome } from '../call-outcome.ts';
import { type JobProgress, type JobView, stateAfter } from '../job.ts';

/** What a job gives to the call that it runs. */
export interface JobRun {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
}

/** The jobs of one owner: a session, or whatever the front calls one. It does not belong to a connection, so that a client
 * that comes back finds its jobs; whoever made it closes it. */
export interface JobRegistry {
  /** @param run never throws   @throws ToolbaseError OPERATION_FAILED when too many jobs run */
  readonly start: (operation: ExposedName, run: (job: JobRun) => Promise<CallOutcome>) => JobView;
  /** @throws ToolbaseError NOT_FOUND for an id that was not given here, or a job of another operation */
  readonly view: (operation: ExposedName, id: string) => JobView;
  /** Resolves when the job has ended, after `ms`, or when the signal aborts. */
  readonly wait: (operation: ExposedName, id: string, ms: number, signal?: AbortSignal) => Promise<JobView>;
  /** Resolves when the job has ended. */
  readonly cancel: (operation: ExposedName, id: string) => Promise<JobView>;
  readonly running: () => number;
  /** Cancels every job, and resolves when all have ended. */
  readonly close: () => Promise<void>;
}

interface Job {
  readonly id: string;
  readonly operation: ExposedName;
  readonly startedMs: number;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  endedMs?: number;
  progress?: JobProgress;
  outcome?: CallOutcome;
}

export interface JobBounds {
  readonly running: number;
  /** Jobs that have ended and whose results may still be asked for; the oldest goes first. */
  readonly ended: number;
}

export const JOB_BOUNDS: JobBounds = { running: 16, ended: 200 };

export function createJobRegistry(bounds: JobBounds = JOB_BOUNDS): JobRegistry {
  const jobs = new Map<string, Job>();
  const running = (): Job[] => [...jobs.values()].filter((job) => job.outcome === undefined);

  const found = (operation: ExposedName, id: string): Job => {
    const job = jobs.get(id);
    if (job?.operation === operation) return job;
    throw new ToolbaseError(
      'NOT_FOUND',
      `there is no job ${JSON.stringify(id.slice(0, 64))} of ${operation}`,
      {
        hint: `Ids come from ${operation}_start, and end with the server; of the jobs that have ended the last ${bounds.ended} are kept.`,
      },
    );
  };

  const start: JobRegistry['start'] = (operation, run) => {
    if (running().length >= bounds.running)
      throw new ToolbaseError('OPERATION_FAILED', `${bounds.running} jobs are running, and no more may`, {
        hint: 'Wait for one of them, or cancel it.',
      });
    const controller = new AbortController();
    // Told by the run before this function has returned it, at the earliest.
    const progress = (told: JobProgress): void => void (job.progress = told);
    const work = Promise.resolve().then(() => run({ signal: controller.signal, onProgress: progress }));
    const job: Job = {
      id: randomBytes(6).toString('hex'),
      operation,
      startedMs: performance.now(),
      controller,
      ended: work.catch(failedOutcome).then((outcome) => {
        job.outcome = outcome;
        job.endedMs = performance.now();
        const ended = [...jobs.values()].filter((each) => each.outcome !== undefined);
        for (const { id } of ended.slice(0, -bounds.ended)) jobs.delete(id);
      }),
    };
    jobs.set(job.id, job);
    return viewOf(job);
  };

  return {
    start,
    running: () => running().length,
    view: (operation, id) => viewOf(found(operation, id)),
    wait: async (operation, id, ms, signal) => {
      const job = found(operation, id);
      await within(job.ended, ms, signal);
      return viewOf(job);
    },
    cancel: async (operation, id) => {
      const job = found(operation, id);
      job.controller.abort();
      await job.ended;
      return viewOf(job);
    },
    close: async () => {
      const left = running();
      for (const { controller } of left) controller.abort();
      await Promise.all(left.map(({ ended }) => ended));
    },
  };
}

const viewOf = ({ id, operation, startedMs, endedMs, progress, outcome }: Job): JobView => ({
  job: id,
  operation,
  state: outcome === undefined ? 'running' : stateAfter(outcome),
  elapsedS: ((endedMs ?? performance.now()) - startedMs) / 1000,
  progress,
  outcome,
});

const within = (ended: Promise<void>, ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish, { once: true });
    if (signal?.aborted === true) finish();
    void ended.then(finish);
  });

import { grown, stillWorking } from '../heartbeat.ts';
import type { JobProgress } from '../job.ts';

/** Clients that take notice of progress give up after 10 s without, at the soonest. */
export const HEARTBEAT_MS = 4500;

/** Passes the progress of one call on, and tells that it still works whenever nothing was told for a while.
 * @param send its `done` grows with every notice, as the protocol demands */
export function startHeartbeat(
  send: (progress: JobProgress) => void,
  everyMs: number = HEARTBEAT_MS,
): { readonly tell: (progress: JobProgress) => void; readonly stop: () => void } {
  const startedMs = performance.now();
  let sent = Number.NEGATIVE_INFINITY;
  let last: JobProgress | undefined;
  const pass = (progress: JobProgress): void => {
    sent = Number.isFinite(sent) ? grown(sent, progress.done) : progress.done;
    send({ ...progress, done: sent });
  };
  const beat = (): void => pass(stillWorking(last, performance.now() - startedMs));
  const timer = setInterval(beat, everyMs);
  timer.unref();
  return {
    tell: (progress) => {
      last = progress;
      timer.refresh();
      pass(progress);
    },
    stop: () => clearInterval(timer),
  };
}

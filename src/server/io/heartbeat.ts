import { grown, stillWorking } from '../heartbeat.ts';
import type { JobProgress } from '../job.ts';

/** Clients that take notice of progress give up after 10 s without, at the soonest. */
export const HEARTBEAT_MS = 4500;

/** Of one call in `WINDOW_MS`: a host may tell of every step of millions. */
const MOST_IN_WINDOW = 20;
const WINDOW_MS = 1000;

/** Passes the progress of one call on, and tells that it still works whenever nothing was told for a while. Of what comes
 * too often the newest is told, a little later.
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
  const { offer, flush } = createSieve(pass);
  const beat = (): void => offer(stillWorking(last, performance.now() - startedMs));
  const timer = setInterval(beat, everyMs);
  timer.unref();
  return {
    tell: (progress) => {
      last = progress;
      timer.refresh();
      offer(progress);
    },
    stop: () => {
      clearInterval(timer);
      flush();
    },
  };
}

function createSieve(pass: (progress: JobProgress) => void) {
  let [windowMs, passed] = [0, 0];
  let held: JobProgress | undefined;
  let due: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(due);
    due = undefined;
    if (held !== undefined) pass(held);
    held = undefined;
  };
  const offer = (progress: JobProgress): void => {
    const nowMs = performance.now();
    if (nowMs - windowMs >= WINDOW_MS) [windowMs, passed] = [nowMs, 0];
    passed += 1;
    held = progress;
    if (passed <= MOST_IN_WINDOW) flush();
    else due ??= setTimeout(flush, windowMs + WINDOW_MS - nowMs).unref();
  };
  return { offer, flush };
}

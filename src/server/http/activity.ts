/** Whether something is in use, and since when not. */
export interface Activity {
  /** @returns what ends this use; more than once does nothing more */
  readonly begin: () => () => void;
  /** Milliseconds without any use, 0 while there is one. */
  readonly idleMs: () => number;
}

/** @param nowMs a monotonic clock */
export function createActivity(nowMs: () => number): Activity {
  let uses = 0;
  let sinceMs = nowMs();
  return {
    begin: () => {
      uses += 1;
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        uses -= 1;
        sinceMs = nowMs();
      };
    },
    idleMs: () => (uses > 0 ? 0 : nowMs() - sinceMs),
  };
}

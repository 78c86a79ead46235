/** So many crashes in a row, without an answered call between them, are a loop. */
export const CRASH_LOOP = 5;

/** How long a host in a crash loop is left alone. */
export const REPAIR_MS = 30_000;

const FIRST_REST_MS = 200;
const LONGEST_REST_MS = 5_000;

/** Pause before a host that crashed is started again, milliseconds: none the first time, then doubled each time. */
export const restMs = (crashes: number): number =>
  crashes <= 1 ? 0 : Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (crashes - 2));

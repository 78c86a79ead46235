/** How one try at a request ended short of an answer that counts. */
export type Failure =
  /** No answer, or only a part of one; `code` as Node or undici names it. */
  | { readonly kind: 'connection'; readonly code: string }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs?: number | undefined };

/** Tries of one request, the first included. */
export const MAX_TRIES = 3;

const FACTOR = 4;
/** A registry that asks for more patience than this is not waited for. */
const LONGEST_WAIT_MS = 15_000;

const PASSING_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** A wrong name, an unknown certificate and a refused proxy do not get better by asking again. */
const LASTING_FAULTS =
  /^(?:TIMEOUT|ENOTFOUND|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO|UND_ERR_ABORTED|UND_ERR_PRX)/;

/** How long to wait before the next try, or undefined when there should be none.
 * @param tries made so far, ≥ 1
 * @param firstWaitMs before the second try, on average; each later one is four times as long
 * @param chance in [0, 1): spreads the waits of many clients over half their length */
export function nextTryMs(
  failure: Failure,
  tries: number,
  firstWaitMs: number,
  chance: number,
): number | undefined {
  if (tries >= MAX_TRIES) return undefined;
  const wait = firstWaitMs * FACTOR ** (tries - 1) * (0.75 + chance / 2);
  if (failure.kind === 'connection') return LASTING_FAULTS.test(failure.code) ? undefined : wait;
  if (!PASSING_STATUSES.has(failure.status)) return undefined;
  const asked = failure.retryAfterMs ?? 0;
  return asked > LONGEST_WAIT_MS ? undefined : Math.max(wait, asked);
}

/** Milliseconds of a `Retry-After` header (RFC 9110 10.2.3), seconds or a date. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

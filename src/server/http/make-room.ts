/** An open session, as far as it matters for making room. */
export interface Held {
  readonly id: string;
  /** Name of the token that opened it; empty without tokens. */
  readonly caller: string;
  /** Its client came back after the handshake. */
  readonly isGreeted: boolean;
  /** Milliseconds in which nothing was asked of it, 0 while something is. */
  readonly idleMs: number;
  /** A job works on in it. */
  readonly isBusy: boolean;
}

export interface RoomRules {
  readonly maxSessions: number;
  /** Of one token; none of the others can be kept out by it. */
  readonly maxOfOne: number;
  /** A session that was idle for so long makes room for another of its caller. */
  readonly restingMs: number;
}

/** What becomes of a request for one more session. */
export type Room =
  | { readonly kind: 'free' }
  | { readonly kind: 'instead-of'; readonly id: string }
  | { readonly kind: 'none' };

/** Ends, where there are too many, one whose client never came back after the handshake; else one of the caller itself that has
 * rested; else one that rests of whoever holds the most, when that is more than the caller would hold.
 * @param opening the callers of sessions that are being opened */
export function roomFor(
  caller: string,
  held: readonly Held[],
  opening: readonly string[],
  { maxSessions, maxOfOne, restingMs }: RoomRules,
): Room {
  const own = held.filter((each) => each.caller === caller);
  const ofOne = own.length + opening.filter((each) => each === caller).length;
  const isFull = held.length + opening.length >= maxSessions;
  const isTooMany = caller !== '' && ofOne >= maxOfOne;
  if (!isFull && !isTooMany) return { kind: 'free' };
  const among = isTooMany ? own : held;
  const victim =
    longestIdle(among.filter(({ isGreeted }) => !isGreeted)) ??
    longestIdle(own.filter(({ idleMs }) => idleMs >= restingMs)) ??
    (isTooMany ? undefined : longestIdle(ofGreediest(held, own.length + 1)));
  return victim === undefined ? { kind: 'none' } : { kind: 'instead-of', id: victim.id };
}

/** A client that has read its answer may be on its way back. */
const PAUSE_MS = 500;

const longestIdle = (sessions: readonly Held[]): Held | undefined =>
  sessions
    .filter(({ idleMs, isBusy }) => idleMs >= PAUSE_MS && !isBusy)
    .reduce<Held | undefined>(
      (longest, each) => (longest !== undefined && longest.idleMs >= each.idleMs ? longest : each),
      undefined,
    );

/** The sessions of the caller who holds the most, when that is more than so many. */
function ofGreediest(held: readonly Held[], moreThan: number): readonly Held[] {
  const byCaller = new Map<string, Held[]>();
  for (const each of held) byCaller.set(each.caller, [...(byCaller.get(each.caller) ?? []), each]);
  let greediest: readonly Held[] = [];
  for (const sessions of byCaller.values()) if (sessions.length > greediest.length) greediest = sessions;
  return greediest.length > moreThan ? greediest : [];
}

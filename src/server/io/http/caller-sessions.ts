import { type Activity, createActivity } from '../../http/activity.ts';
import type { Session } from '../session.ts';
import type { OpenNext } from './open-sessions.ts';

/** The sessions of the era without sessions: all requests with one token have one, since nothing else tells clients
 * apart. */
export interface CallerSessions {
  /** @returns the session, and what ends this use of it; undefined when there are too many */
  readonly use: (
    caller: string,
  ) => { readonly session: Promise<Session>; readonly leave: () => void } | undefined;
  readonly count: () => number;
  /** Ends what nobody has used for so long, and in which no job runs. */
  readonly endIdle: (idleMs: number) => void;
  readonly close: () => Promise<void>;
}

interface Entry {
  readonly session: Promise<Session>;
  readonly activity: Activity;
  /** A job works on. */
  readonly busy: () => boolean;
}

/** @param maxSessions one more takes the place of the one that nobody has used for longest: whoever issues tokens may name any
 * number of callers */
export function createCallerSessions(open: OpenNext, maxSessions: number): CallerSessions {
  const entries = new Map<string, Entry>();
  const ending = new Set<Promise<void>>();

  const end = (caller: string): void => {
    const session = entries.get(caller)?.session;
    if (session === undefined) return;
    entries.delete(caller);
    const ended = session.then((each) => each.close()).catch(() => undefined);
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  };

  /** @returns whether there is room for one more */
  const makeRoom = (): boolean => {
    if (entries.size < maxSessions) return true;
    const resting = [...entries].filter(([, { busy }]) => !busy());
    const [longest] = resting.sort(([, a], [, b]) => b.activity.idleMs() - a.activity.idleMs());
    if (longest === undefined || longest[1].activity.idleMs() === 0) return false;
    end(longest[0]);
    return true;
  };

  const begin = (caller: string): Entry | undefined => {
    if (!makeRoom()) return undefined;
    let busy = (): boolean => false;
    const session = open().then((opened) => {
      busy = () => opened.runningJobs() > 0;
      return opened;
    });
    const entry = { session, activity: createActivity(() => performance.now()), busy: () => busy() };
    entries.set(caller, entry);
    // What could not be opened may be tried again.
    entry.session.catch(() => entries.get(caller) === entry && entries.delete(caller));
    return entry;
  };

  return {
    use: (caller) => {
      const entry = entries.get(caller) ?? begin(caller);
      return entry === undefined ? undefined : { session: entry.session, leave: entry.activity.begin() };
    },
    count: () => entries.size,
    endIdle: (idleMs) => {
      for (const [caller, { activity, busy }] of entries)
        if (activity.idleMs() >= idleMs && !busy()) end(caller);
    },
    close: async () => {
      for (const caller of [...entries.keys()]) end(caller);
      await Promise.all(ending);
    },
  };
}

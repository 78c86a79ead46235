import { canonicalJson, type ErrorReport } from '../../kernel/index.ts';
import type { Session } from './session.ts';

/** A session whose operations are replaced while a client is connected: those of a working tree. */
export interface ChangingSession extends Session {
  /** Takes the operations that a promise gives. When it gives an error in place of them, the list stays and
   * every call is answered with the error: the former code would mislead whoever just changed it.
   * @returns whether the list of tools changed */
  readonly change: (next: Promise<Session | ErrorReport>) => Promise<boolean>;
  /** Resolves when no change is under way. */
  readonly settled: () => Promise<void>;
}

/** @param instructions told at the start: no later ones reach a client */
export function createChangingSession(instructions: string): ChangingSession {
  let current: Session | undefined;
  let fault: ErrorReport | undefined;
  let pending: Promise<unknown> | undefined;
  let first: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => (first = resolve));

  const take = async (next: Promise<Session | ErrorReport>): Promise<boolean> => {
    const taken = await next;
    if ('code' in taken) {
      fault = taken;
      return false;
    }
    const before = current;
    [current, fault] = [taken, undefined];
    await before?.close();
    return canonicalJson(before?.tools ?? []) !== canonicalJson(taken.tools);
  };

  return {
    instructions,
    get tools() {
      return current?.tools ?? [];
    },
    knows: (name) => current?.knows(name) ?? false,
    call: async (...request) => {
      if (fault !== undefined) return { kind: 'failed', error: fault };
      if (current === undefined) throw new Error('nothing was ever served');
      return current.call(...request);
    },
    policyOf: async (name) => (await current?.policyOf(name)) ?? 'allow',
    warm: async () => current?.warm(),
    runningJobs: () => current?.runningJobs() ?? 0,
    settled: async () => {
      await begun;
      await pending;
    },
    close: async () => {
      await pending;
      await current?.close();
    },
    change: (next) => {
      const changed = take(next);
      pending = changed.catch(() => undefined);
      first?.();
      return changed;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../session.ts';
import type { Metrics } from './metrics.ts';

/** The calls that run now, by loadout. */
export interface RunningCalls {
  readonly begin: (loadout: string) => () => void;
  readonly of: (loadout: string) => number;
  /** Resolves when none is left, or after so long. */
  readonly settled: (limitMs: number) => Promise<void>;
}

export function runningCalls(): RunningCalls {
  const counts = new Map<string, number>();
  const change = (loadout: string, by: number): void => {
    counts.set(loadout, (counts.get(loadout) ?? 0) + by);
  };
  return {
    begin: (loadout) => {
      change(loadout, 1);
      return () => change(loadout, -1);
    },
    of: (loadout) => counts.get(loadout) ?? 0,
    settled: async (limitMs) => {
      const untilMs = performance.now() + limitMs;
      while (performance.now() < untilMs && [...counts.values()].some((count) => count > 0)) await sleep(20);
    },
  };
}

/** The session itself, with its calls counted and timed. */
export function observedSession(
  session: Session,
  {
    loadout,
    running,
    onCall,
  }: { readonly loadout: string; readonly running: RunningCalls; readonly onCall: Metrics['call'] },
): Session {
  return {
    ...session,
    call: async (name, ...rest) => {
      const end = running.begin(loadout);
      const startedMs = performance.now();
      try {
        const outcome = await session.call(name, ...rest);
        // A name that a client made up would be a label of its own.
        if (session.knows(name))
          onCall({
            loadout,
            operation: name,
            outcome: outcome.kind === 'answered' ? 'OK' : outcome.error.code,
            seconds: (performance.now() - startedMs) / 1000,
          });
        return outcome;
      } finally {
        end();
      }
    },
  };
}

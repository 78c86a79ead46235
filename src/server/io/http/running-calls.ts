import { setTimeout as sleep } from 'node:timers/promises';

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

/** Lets so many calls of one operation run at the same time; others wait in the order in which they came. */
export interface CallQueue {
  /** @param key the operation   @param most undefined: any number */
  readonly run: <T>(
    key: string,
    most: number | undefined,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ) => Promise<T>;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export function createCallQueue(): CallQueue {
  const lines = new Map<string, Line>();

  const enter = (line: Line, most: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      // Who gives up, or has done so before, is let through: the call then finds that it was cancelled.
      if (line.running < most || signal?.aborted === true) {
        line.running += 1;
        resolve();
        return;
      }
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        line.running += 1;
        resolve();
      };
      const leave = (): void => {
        line.waiting.splice(line.waiting.indexOf(go), 1);
        go();
      };
      line.waiting.push(go);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return {
    run: async (key, most, signal, work) => {
      if (most === undefined) return work();
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      await enter(line, most, signal);
      try {
        return await work();
      } finally {
        line.running -= 1;
        if (line.running < most) line.waiting.shift()?.();
      }
    },
  };
}

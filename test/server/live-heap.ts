import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, vi } from 'vitest';
import { tempFolder } from '../setup/temp-folder.ts';

const PRELOAD = path.join(import.meta.dirname, '../fixtures/live-heap.mjs');
const MIB = 1024 * 1024;

export interface LiveHeap {
  /** For a Node program whose heap is to be asked for. */
  readonly environment: NodeJS.ProcessEnv;
  /** MiB on the heap of the process, and in buffers, that a full collection leaves. A leak is in this number at once; what
   * a process holds of memory says little: V8 lets the heap of a busy one grow for minutes before it collects. */
  readonly liveMiB: (pid: number) => Promise<number>;
}

export function watchHeap(): LiveHeap {
  const file = path.join(tempFolder('live-heap'), 'bytes');
  writeFileSync(file, '');
  const told = (): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return {
    environment: {
      ...process.env,
      NODE_OPTIONS: `--import ${pathToFileURL(PRELOAD).href}`,
      TOOLBASE_TEST_LIVE_HEAP: file,
    },
    liveMiB: async (pid) => {
      const before = told().length;
      process.kill(pid, 'SIGUSR2');
      return vi.waitFor(
        () => {
          const bytes = told()[before];
          expect(bytes).toBeDefined();
          return Number(bytes) / MIB;
        },
        { timeout: 30_000, interval: 20 },
      );
    },
  };
}

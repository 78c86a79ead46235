import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Command lines of the live processes whose current folder is `folder`, by process id. Linux only. */
export function processesIn(folder: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== folder) continue;
      const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
      if (state === 'Z') continue;
      found.set(Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
    } catch {
      // It ended while it was looked at.
    }
  }
  return found;
}

/** Milliseconds until a condition holds; fails after `limitMs`. */
export async function until(condition: () => boolean, limitMs: number): Promise<number> {
  const startedMs = performance.now();
  while (!condition()) {
    if (performance.now() - startedMs > limitMs) throw new Error(`still not so after ${limitMs} ms`);
    await sleep(10);
  }
  return performance.now() - startedMs;
}

import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSystemError, ordinalCompare } from '../../kernel/index.ts';
import { SKIPPED_FOLDERS } from '../pack-selection.ts';

const EVERY_MS = 300;

/** Calls `onChange` at once, and again whenever a file of the tree changed, one call after the other. Looks instead of being
 * told: that works on every file system, and however an editor writes. Packages and version control are left aside.
 * @param signal ends it */
export async function watchTree(
  folder: string,
  signal: AbortSignal,
  onChange: () => Promise<void>,
): Promise<void> {
  let seen: string | undefined;
  while (!signal.aborted) {
    const now = await signatureOf(folder);
    if (now !== seen) {
      seen = now;
      await onChange();
    }
    await sleep(EVERY_MS, undefined, { signal }).catch((cause: unknown) => {
      if (!signal.aborted) throw cause;
    });
  }
}

/** Equal while no file came, went, or was written. */
async function signatureOf(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const entry of await entriesOf(folder)) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.includes(entry.name)) lines.push(entry.name, await signatureOf(full));
      continue;
    }
    const found = await orGone(lstat(full, { bigint: true }));
    if (found !== undefined) lines.push(`${entry.name} ${found.mtimeNs} ${found.size} ${found.mode}`);
  }
  return lines.join('\n');
}

async function entriesOf(folder: string) {
  const entries = await orGone(readdir(folder, { withFileTypes: true }));
  return (entries ?? []).sort((a, b) => ordinalCompare(a.name, b.name));
}

/** What an editor removes and renames is gone for a moment. */
async function orGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return undefined;
    throw cause;
  }
}

import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSystemError, ToolbaseError } from '../toolbase-error.ts';
import { isRunning } from './is-running.ts';

const WAIT_MS = 10_000;
const POLL_MS = 20;
/** Far longer than a small file takes to be read and written again. */
const STALE_AFTER_MS = 30_000;

/** Runs `act` while no other process does so for the same file, whose folder must exist. The lock of a process that is
 * gone does not count.
 * @throws ToolbaseError NOT_WRITABLE when another process holds it for too long */
export async function withFileLock<T>(file: string, act: () => Promise<T>): Promise<T> {
  const lock = path.join(path.dirname(file), `.${path.basename(file)}.lock`);
  const deadlineMs = performance.now() + WAIT_MS;
  while (!(await taken(lock))) {
    if (await isStale(lock)) await unlink(lock).catch(ignoreMissing);
    else if (performance.now() > deadlineMs)
      throw new ToolbaseError('NOT_WRITABLE', `${file} is being changed by another process`, {
        hint: `Try again; remove ${lock} if no other process is at work.`,
      });
    else await sleep(POLL_MS);
  }
  try {
    return await act();
  } finally {
    await unlink(lock).catch(ignoreMissing);
  }
}

async function taken(lock: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx', 0o600);
    await writeHolder(handle, lock);
    return true;
  } catch (cause) {
    if (isSystemError(cause, 'EEXIST')) return false;
    throw cause;
  }
}

async function writeHolder(handle: FileHandle, lock: string): Promise<void> {
  try {
    await handle.writeFile(String(process.pid));
  } catch (cause) {
    // A full disk has room for an empty file.
    await unlink(lock).catch(ignoreMissing);
    throw cause;
  } finally {
    await handle.close();
  }
}

async function isStale(lock: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(lock)).mtimeMs > STALE_AFTER_MS) return true;
    const holder = Number(await readFile(lock, 'utf8'));
    return Number.isInteger(holder) && holder > 0 && !isRunning(holder);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return false;
    throw cause;
  }
}

function ignoreMissing(cause: unknown): void {
  if (!isSystemError(cause, 'ENOENT')) throw cause;
}

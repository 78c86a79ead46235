import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { chmod, lstat, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '../toolbase-error.ts';

const PREFIX = '.temp-';

/** Far longer than writing what is in memory takes: a leftover this old has no owner. */
export const STALE_AFTER_MS = 24 * 3600 * 1000;

/** A name beside the final place, from which one rename publishes a folder. Not made yet. */
export const tempFolder = (parent: string): string =>
  path.join(parent, PREFIX + randomBytes(8).toString('hex'));

/** Whether a name is that of a temporary folder, or of a file that was being written. */
export const isTempName = (name: string): boolean =>
  name.startsWith(PREFIX) || /^\..+\.[0-9a-f]{12}\.tmp$/.test(name);

/** Removes the temporary folders that crashed processes left in `parent`; those of other users stay. */
export async function removeStaleTemps(parent: string): Promise<void> {
  // As a rule there are none, and the thread pool would be waited for with each toolkit that is installed.
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(parent, name);
    try {
      if (Date.now() - (await stat(folder)).mtimeMs > STALE_AFTER_MS) await removeFolder(folder);
    } catch (cause) {
      if (!isSystemError(cause, 'ENOENT', 'EACCES', 'EPERM')) throw cause;
    }
  }
}

/** Removes a folder of ours, read-only folders in it included. Another process may be removing it too. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await makeWritable(folder);
    await rm(folder, { recursive: true, force: true });
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR')) throw cause;
  }
}

/** Removes a folder in which other people's programs have worked, read-only folders in it included. What cannot be removed
 * stays: it is no fault of the work that was done there. */
export async function discardFolder(folder: string): Promise<void> {
  try {
    await removeFolder(folder);
  } catch (cause) {
    if (!isSystemError(cause, ...STAYS)) throw cause;
  }
}

/** Of what its owner locked, filled on and on, nested too deep, or put something else in the place of. */
const STAYS = ['EACCES', 'EPERM', 'EBUSY', 'ENOTEMPTY', 'EROFS', 'ENAMETOOLONG', 'ELOOP', 'ENOTDIR', 'EIO'];

async function makeWritable(folder: string): Promise<void> {
  // A link in its place leads to what is none of ours.
  if (!(await lstat(folder)).isDirectory()) return;
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await makeWritable(path.join(folder, entry.name));
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '../toolbase-error.ts';
import { isFolder } from './is-folder.ts';

/** Makes a folder and those above it that are missing. In place of Node's recursive `mkdir`, which tries for ever where the
 * system says ENOENT of a folder whose parent is there, as in /proc (seen with Node 20 and 24).
 * @returns the topmost folder that was made; undefined when it was there
 * @throws the system's error */
export async function makeFolder(folder: string, mode = 0o777): Promise<string | undefined> {
  if (isFolder(folder)) return undefined;
  const parent = path.dirname(folder);
  const topmost = parent === folder ? undefined : await makeFolder(parent, mode);
  try {
    await mkdir(folder, { mode });
    return topmost ?? folder;
  } catch (cause) {
    // Another process may have been quicker.
    if (isSystemError(cause, 'EEXIST') && isFolder(folder)) return topmost;
    throw cause;
  }
}

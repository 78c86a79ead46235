import { statSync } from 'node:fs';
import { isSystemError } from '../toolbase-error.ts';

/** Whether a path leads to a folder; links are followed. Without thread pool: nothing else is to be waited for.
 * @throws the system's error, of what is there and cannot be looked at */
export function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return false;
    throw cause;
  }
}

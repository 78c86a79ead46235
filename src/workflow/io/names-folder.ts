import { statSync } from 'node:fs';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';

/** Whether what a user named is a folder, or a file.
 * @throws ToolbaseError NOT_FOUND with the hint when nothing is there; the system's error when it cannot be looked at */
export function namesFolder(target: string, hint: string): boolean {
  try {
    return statSync(target).isDirectory();
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR')) throw cause;
    throw new ToolbaseError('NOT_FOUND', `${target} does not exist`, { hint, cause });
  }
}

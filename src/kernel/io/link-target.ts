import { realpath } from 'node:fs/promises';
import { isSystemError, ToolbaseError } from '../toolbase-error.ts';

/** The file that a user's own file stands for: it may be kept elsewhere and linked to, and a rename would part the two.
 * The path itself when nothing is there. Not for files in folders of others.
 * @throws ToolbaseError NOT_WRITABLE */
export async function linkTarget(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return file;
    throw new ToolbaseError('NOT_WRITABLE', `${file} cannot be reached`, { cause });
  }
}

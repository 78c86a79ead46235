import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '../toolbase-error.ts';

/** Absolute path of a program on a `PATH`, or undefined. Relative folders of the `PATH` are passed over: they would
 * depend on where toolbase was started. */
export async function findProgram(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(path.delimiter)) {
    const file = path.join(folder, name);
    if (path.isAbsolute(folder) && (await isProgram(file))) return file;
  }
  return undefined;
}

/** A file that may be started. */
export async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG')) return false;
    throw cause;
  }
}

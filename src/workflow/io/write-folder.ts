import { chmod, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';
import { notWritable, removeFolder, tempFolder, makeFolder } from '../../kernel/io/index.ts';
import type { TreeEntry } from '../../store/index.ts';

/** Writes files into a new or empty folder, which appears whole or not at all.
 * @throws ToolbaseError ALREADY_EXISTS when there is something in it; NOT_WRITABLE */
export async function writeFolder(folder: string, entries: readonly TreeEntry[]): Promise<void> {
  const parent = path.dirname(path.resolve(folder));
  const temp = tempFolder(parent);
  try {
    for (const entry of entries) {
      const file = path.join(temp, entry.path);
      await makeFolder(path.dirname(file));
      await writeFile(file, entry.bytes);
      await chmod(file, entry.mode);
    }
    await appear(temp, folder);
  } catch (cause) {
    await removeFolder(temp);
    throw notWritable(folder, cause);
  }
}

async function appear(temp: string, folder: string): Promise<void> {
  try {
    await rename(temp, folder);
  } catch (cause) {
    if (!isSystemError(cause, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw cause;
    throw new ToolbaseError('ALREADY_EXISTS', `${folder} is there, and is no empty folder`, {
      hint: 'Name another with --out, or remove it.',
    });
  }
}

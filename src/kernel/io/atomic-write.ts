import { randomBytes } from 'node:crypto';
import { open, readFile, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../toolbase-error.ts';
import { makeFolder } from './make-folder.ts';

/** Writes a file so that a reader, or a crash, sees the old bytes or the new ones: temp, fsync, rename, fsync of
 * the folder. Leaves the file untouched when its bytes are already equal.
 * @param options.durable false: what a power cut may take away, since whoever reads it checks it; nothing is synced
 * @returns whether the file changed
 * @throws ToolbaseError NOT_WRITABLE */
export async function atomicWrite(
  file: string,
  content: string | Uint8Array,
  options: { mode?: number; durable?: boolean } = {},
): Promise<boolean> {
  const bytes = Buffer.from(content);
  if (await hasBytes(file, bytes)) return false;
  const folder = path.dirname(file);
  const temp = path.join(folder, `.${path.basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await makeFolder(folder);
    const durable = options.durable ?? true;
    await writeNew(temp, bytes, options.mode ?? 0o644, durable);
    await rename(temp, file);
    if (durable) await syncFolder(folder);
  } catch (cause) {
    await unlink(temp).catch((fault: unknown) => {
      if (!isSystemError(fault, 'ENOENT', 'ENOTDIR', 'EACCES', 'EROFS')) throw fault;
    });
    throw notWritable(file, cause);
  }
  return true;
}

async function hasBytes(file: string, bytes: Buffer): Promise<boolean> {
  try {
    return (await readFile(file)).equals(bytes);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return false;
    throw notWritable(file, cause);
  }
}

async function writeNew(file: string, bytes: Buffer, mode: number, durable: boolean): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a rename in this folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The NOT_WRITABLE error of a failed write; anything that is no such failure is returned as it is. */
export function notWritable(file: string, cause: unknown): unknown {
  if (
    !isSystemError(
      cause,
      'ENOENT',
      'EACCES',
      'EROFS',
      'ENOSPC',
      'EDQUOT',
      'ENOTDIR',
      'EISDIR',
      'EEXIST',
      'EPERM',
      'ENAMETOOLONG',
    )
  )
    return cause;
  return new ToolbaseError('NOT_WRITABLE', `${file} cannot be written (${String(cause.code)})`, {
    hint: 'Check the folder, its permissions and the space left.',
    cause,
  });
}

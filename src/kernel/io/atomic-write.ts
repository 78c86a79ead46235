import { randomBytes } from 'node:crypto';
import { closeSync, open as openFile, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isSystemError, ToolbaseError } from '../toolbase-error.ts';
import { makeFolder } from './make-folder.ts';

/** Written at once when nothing is synced: waiting for the thread pool eight times takes longer. */
const SMALL_BYTES = 1024 * 1024;

const openAside = promisify(openFile);

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
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const { mode = 0o644, durable = true } = options;
  const atOnce = !durable && bytes.length <= SMALL_BYTES;
  if (holds(file, bytes)) return false;
  const folder = path.dirname(file);
  const temp = path.join(folder, `.${path.basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await makeFolder(folder);
    if (atOnce) {
      await writeSmall(temp, bytes, mode);
      renameSync(temp, file);
      return true;
    }
    await writeNew(temp, bytes, mode, durable);
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

function holds(file: string, bytes: Uint8Array): boolean {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size === bytes.length && readFileSync(file).equals(bytes);
  } catch (cause) {
    throw notWritable(file, cause);
  }
}

/** To make a file is left to the thread pool: that is where a file system takes its time. */
async function writeSmall(file: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await openAside(file, 'wx', mode);
  try {
    writeFileSync(handle, bytes);
  } finally {
    closeSync(handle);
  }
}

async function writeNew(file: string, bytes: Uint8Array, mode: number, durable: boolean): Promise<void> {
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

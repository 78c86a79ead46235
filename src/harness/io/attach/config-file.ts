import { access, realpath, stat, unlink } from 'node:fs/promises';
import { isSystemError, isToolbaseError, ToolbaseError } from '../../../kernel/index.ts';
import { atomicWrite, notWritable, readBounded } from '../../../kernel/io/index.ts';

/** Agent programs keep histories in the same file; the largest seen were some megabytes. */
const CONFIG_MAX_BYTES = 64 * 1024 * 1024;

/** The first candidate that exists, else the first. */
export async function chosenFile(candidates: readonly [string, ...string[]]): Promise<string> {
  for (const file of candidates) if (await exists(file)) return file;
  return candidates[0];
}

/** The whole text, byte order mark included; undefined when there is no such file.
 * @throws ToolbaseError FILE_TOO_LARGE; UNSUPPORTED when it is not UTF-8 or no regular file */
export async function readConfigText(file: string): Promise<string | undefined> {
  if (!(await exists(file))) return undefined;
  const bytes = await bytesOf(file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ToolbaseError('UNSUPPORTED', `${file} is not UTF-8 text`, { cause });
  }
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readBounded(file, CONFIG_MAX_BYTES);
  } catch (cause) {
    if (!isToolbaseError(cause) || cause.code !== 'NOT_FOUND') throw cause;
    throw new ToolbaseError('UNSUPPORTED', cause.message, { cause });
  }
}

/** Writes through a link, keeps the file's mode; undefined removes the file.
 * @param was what it was made of: an agent program that runs writes its file too
 * @throws ToolbaseError NOT_WRITABLE */
export async function writeConfigText(
  file: string,
  was: string | undefined,
  text: string | undefined,
): Promise<void> {
  if ((await readConfigText(file)) !== was)
    throw new ToolbaseError('NOT_WRITABLE', `${file} was changed by another program meanwhile`, {
      hint: 'Try again; it was left as it is.',
    });
  try {
    if (text === undefined) {
      await unlink(file);
      return;
    }
    const there = await exists(file);
    const target = there ? await realpath(file) : file;
    const mode = there ? (await stat(target)).mode & 0o777 : 0o644;
    await atomicWrite(target, text, { mode });
  } catch (cause) {
    throw notWritable(file, cause);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return false;
    throw new ToolbaseError('UNSUPPORTED', `${file} cannot be reached`, { cause });
  }
}

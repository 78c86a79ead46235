import { type FileHandle, open } from 'node:fs/promises';
import { constants } from 'node:fs';
import { isSystemError, ToolbaseError } from '../toolbase-error.ts';

/** Reads a regular file of at most `maxBytes`; never blocks on a FIFO or device.
 * @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE */
export async function readBounded(file: string, maxBytes: number): Promise<Buffer> {
  const { handle, size } = await openRegular(file);
  try {
    if (size > maxBytes)
      throw new ToolbaseError('FILE_TOO_LARGE', `${file} is ${size} bytes; at most ${maxBytes} are read`);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function openRegular(file: string): Promise<{ handle: FileHandle; size: number }> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await handle.stat();
    if (found.isFile()) return { handle, size: found.size };
    await handle.close();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR'))
      throw new ToolbaseError('NOT_FOUND', `${file} does not exist`, { cause });
    if (isSystemError(cause, 'EACCES'))
      throw new ToolbaseError('NOT_FOUND', `${file} may not be read`, { cause });
    throw cause;
  }
  throw new ToolbaseError('NOT_FOUND', `${file} is not a regular file`);
}

/** As readBounded, decoded as UTF-8. @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE; USAGE when it is not UTF-8 */
export async function readTextBounded(file: string, maxBytes: number): Promise<string> {
  const bytes = await readBounded(file, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    throw new ToolbaseError('USAGE', `${file} is not UTF-8 text`, { cause });
  }
}

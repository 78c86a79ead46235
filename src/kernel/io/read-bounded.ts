import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { isSystemError, ToolbaseError } from '../toolbase-error.ts';

/** Read at once: waiting for the thread pool four times takes longer than reading a small file. */
const SMALL_BYTES = 1024 * 1024;

const readAside = promisify(read);

/** Reads a regular file of at most `maxBytes`; never blocks on a FIFO or device.
 * @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE */
export async function readBounded(file: string, maxBytes: number): Promise<Buffer> {
  const { handle, size } = openRegular(file);
  try {
    if (size > maxBytes)
      throw new ToolbaseError('FILE_TOO_LARGE', `${file} is ${size} bytes; at most ${maxBytes} are read`);
    const bytes = Buffer.allocUnsafeSlow(size);
    const length =
      size <= SMALL_BYTES
        ? readSync(handle, bytes, 0, size, 0)
        : (await readAside(handle, bytes, 0, size, 0)).bytesRead;
    return bytes.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}

function openRegular(file: string): { handle: number; size: number } {
  try {
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = fstatSync(handle);
    if (found.isFile()) return { handle, size: found.size };
    closeSync(handle);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR'))
      throw new ToolbaseError('NOT_FOUND', `${file} does not exist`, { cause });
    if (isSystemError(cause, 'EACCES'))
      throw new ToolbaseError('NOT_FOUND', `${file} may not be read`, { cause });
    if (isSystemError(cause, 'ELOOP', 'ENAMETOOLONG', 'ENXIO', 'EPERM', 'EIO'))
      throw new ToolbaseError('NOT_FOUND', `${file} cannot be read (${cause.code})`, { cause });
    throw cause;
  }
  throw new ToolbaseError('NOT_FOUND', `${file} is not a regular file`);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** As readBounded, decoded as UTF-8. @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE; USAGE when it is not UTF-8 */
export async function readTextBounded(file: string, maxBytes: number): Promise<string> {
  return decodeText(await readBounded(file, maxBytes), file);
}

/** @throws ToolbaseError USAGE when it is not UTF-8 */
export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw new ToolbaseError('USAGE', `${file} is not UTF-8 text`, { cause });
  }
}

import { createReadStream, statSync } from 'node:fs';
import { isSystemError, ToolbaseError } from '../toolbase-error.ts';
import { decodeText, readTextBounded } from './read-bounded.ts';

/** As readTextBounded, and from a pipe, such as a shell puts in the place of `<(command)`: its writer is waited for. For files
 * that somebody names on a command line, never for those that a folder or a file names.
 * @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE; USAGE when it is not UTF-8 */
export async function readTextOrPipe(file: string, maxBytes: number): Promise<string> {
  if (!isPipe(file)) return readTextBounded(file, maxBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes)
      throw new ToolbaseError('FILE_TOO_LARGE', `${file} gives more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks), file);
}

/** What cannot be looked at is none, and told by whoever reads it. */
function isPipe(file: string): boolean {
  try {
    return statSync(file).isFIFO();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG')) return false;
    throw cause;
  }
}

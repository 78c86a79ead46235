import { ToolbaseError } from '../kernel/index.ts';

const MAX_BYTES = 64 * 1024;

/** All of standard input as text, without the line end that programs put there.
 * @throws ToolbaseError USAGE when it is empty, FILE_TOO_LARGE */
export async function readStdin(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Type the value, then press Ctrl-D on a line of its own.\n');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES)
      throw new ToolbaseError('FILE_TOO_LARGE', `standard input is more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (text === '') throw new ToolbaseError('USAGE', 'there is nothing on standard input');
  return text;
}

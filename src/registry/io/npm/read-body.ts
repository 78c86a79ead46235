import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';

/** The body of a response, or undefined when it is longer than `maxBytes`. What is longer is not held in memory,
 * whether the length is stated, found while reading, or comes out of a small compressed body.
 * @throws the fault of undici or zlib when the body ends early */
export async function readBody(
  { body, headers }: Pick<Dispatcher.ResponseData, 'body' | 'headers'>,
  maxBytes: number,
  gunzip: boolean,
): Promise<Buffer | undefined> {
  const stated = Number(headers['content-length']);
  const source: Readable = gunzip ? unpacked(body) : body;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    if (!gunzip && stated > maxBytes) return undefined;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) return undefined;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    // What is not read is not waited for; that it ends early is then no fault.
    body.on('error', () => undefined).destroy();
  }
}

function unpacked(body: Readable): Readable {
  const gunzip = createGunzip();
  body.once('error', (fault) => gunzip.destroy(fault));
  return body.pipe(gunzip);
}

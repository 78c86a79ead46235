import { pipeline } from 'node:stream/promises';
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
  if (!gunzip && stated > maxBytes) {
    body.on('error', () => undefined).destroy();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const take = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) return;
      chunks.push(chunk);
    }
  };
  if (gunzip) await pipeline(body, createGunzip(), take);
  else await pipeline(body, take);
  return sizeBytes > maxBytes ? undefined : Buffer.concat(chunks);
}

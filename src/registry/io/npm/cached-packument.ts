import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { isToolbaseError, sha256, Digest } from '../../../kernel/index.ts';
import { atomicWrite, readBounded } from '../../../kernel/io/index.ts';

/** First line of a kept packument; the answer follows as it came. */
const Header = z.strictObject({
  formatVersion: z.literal(1),
  etag: z.string().max(500).optional(),
  /** Of the bytes that follow. */
  body: Digest,
});

export interface CachedPackument {
  readonly etag: string | undefined;
  readonly bytes: Buffer;
}

/** What was kept, or undefined when there is nothing or it is damaged. */
export async function readCached(file: string, maxBytes: number): Promise<CachedPackument | undefined> {
  const kept = await readIfThere(file, maxBytes + 2048);
  const end = kept?.indexOf('\n') ?? -1;
  if (kept === undefined || end < 0) return undefined;
  const bytes = kept.subarray(end + 1);
  const header = Header.safeParse(jsonOrNothing(kept.subarray(0, end).toString('utf8'))).data;
  return header?.body === sha256(bytes) ? { etag: header.etag, bytes } : undefined;
}

export async function writeCached(file: string, { etag, bytes }: CachedPackument): Promise<void> {
  const kept = etag !== undefined && etag.length <= 500 ? { etag } : {};
  const header = JSON.stringify({ formatVersion: 1, ...kept, body: sha256(bytes) });
  await writeIfPossible(file, Buffer.concat([Buffer.from(`${header}\n`), bytes]));
}

/** Writes a file of the cache. A home that cannot be written makes everything slower, not impossible. */
export async function writeIfPossible(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await atomicWrite(file, bytes, { mode: 0o600, durable: false });
  } catch (cause) {
    if (!isToolbaseError(cause) || cause.code !== 'NOT_WRITABLE') throw cause;
  }
}

/** Bytes of a file of the cache; one that cannot be used is as good as none. */
export async function readIfThere(file: string, maxBytes: number): Promise<Buffer | undefined> {
  try {
    return await readBounded(file, maxBytes);
  } catch (cause) {
    if (isToolbaseError(cause)) return undefined;
    throw cause;
  }
}

/** Forgets what a registry does not have any more. */
export const forgetCached = (file: string): Promise<void> => rm(file, { force: true });

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

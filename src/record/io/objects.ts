import { type Digest, isToolbaseError, sha256, ToolbaseError } from '../../kernel/index.ts';
import { atomicWrite, readBounded } from '../../kernel/io/index.ts';
import { recordPaths } from './record-paths.ts';

const OBJECT_MAX_BYTES = 256_000_000;

/** Keeps bytes under their digest; a second time is free. */
export async function putObject(out: string, bytes: Uint8Array): Promise<Digest> {
  const digest = sha256(bytes);
  await atomicWrite(recordPaths(out).object(digest), bytes);
  return digest;
}

/** @throws ToolbaseError BAD_RECORD when the object is missing or was changed */
export async function getObject(out: string, digest: Digest): Promise<Buffer> {
  const file = recordPaths(out).object(digest);
  const bytes = await readBounded(file, OBJECT_MAX_BYTES).catch((cause: unknown) => {
    if (isToolbaseError(cause)) throw new ToolbaseError('BAD_RECORD', `the record lacks ${file}`, { cause });
    throw cause;
  });
  if (sha256(bytes) !== digest) throw new ToolbaseError('BAD_RECORD', `${file} was changed`);
  return bytes;
}

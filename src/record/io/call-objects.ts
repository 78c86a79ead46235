import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, hexOf, isSystemError, sha256, ToolbaseError } from '../../kernel/index.ts';
import { atomicWrite, readBounded } from '../../kernel/io/index.ts';

/** Of one object: as much as a host can answer. */
const OBJECT_MAX_BYTES = 64 * 1024 * 1024;
/** Of all that one session keeps. */
const SESSION_MAX_BYTES = 2 * 1024 * 1024 * 1024;

/** What recorded calls took and gave, in the folder `objects` beside their log, by the sha256 of the bytes. */
export interface CallObjects {
  /** @returns whether it is kept; not when there is no room left. @throws ToolbaseError NOT_WRITABLE */
  readonly put: (bytes: string | Uint8Array) => Promise<boolean>;
  /** Keeps a file's bytes. @returns whether they are kept, and are those of `digest` */
  readonly putFile: (file: string, digest: Digest) => Promise<boolean>;
  /** @throws ToolbaseError NOT_FOUND; BAD_RECORD when the bytes are not those of the digest */
  readonly read: (digest: Digest) => Promise<Buffer>;
}

/** @param callLog the log beside which they are */
export function openCallObjects(callLog: string): CallObjects {
  const folder = path.join(path.dirname(callLog), 'objects');
  const fileOf = (digest: Digest): string => path.join(folder, hexOf(digest));
  let roomBytes = SESSION_MAX_BYTES;

  const put: CallObjects['put'] = async (bytes) => {
    const sizeBytes = Buffer.byteLength(bytes);
    if (sizeBytes > OBJECT_MAX_BYTES || sizeBytes > roomBytes) return false;
    // Not synced one by one: whoever reads it checks it against its name.
    const isNew = await atomicWrite(fileOf(sha256(bytes)), bytes, { mode: 0o600, durable: false });
    if (isNew) roomBytes -= sizeBytes;
    return true;
  };

  return {
    put,
    putFile: async (file, digest) => {
      const bytes = await bytesOf(file);
      return bytes !== undefined && sha256(bytes) === digest && (await put(bytes));
    },
    read: async (digest) => {
      const bytes = await readBounded(fileOf(digest), OBJECT_MAX_BYTES);
      if (sha256(bytes) === digest) return bytes;
      throw new ToolbaseError('BAD_RECORD', `${fileOf(digest)} was changed: it is not what its name says`);
    },
  };
}

/** Of a regular file that is not too large; never waits for a FIFO. */
async function bytesOf(file: string): Promise<Buffer | undefined> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      return stat.isFile() && stat.size <= OBJECT_MAX_BYTES ? await handle.readFile() : undefined;
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'EACCES', 'ENXIO')) return undefined;
    throw cause;
  }
}

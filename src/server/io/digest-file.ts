import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Digest, isSystemError } from '../../kernel/index.ts';

const CHUNK_BYTES = 1024 * 1024;

/** sha256 of a regular file's bytes, read in pieces; null when there is none. Never blocks on a FIFO or device. */
export async function digestFile(file: string): Promise<Digest | null> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return null;
      const hash = createHash('sha256');
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      for (;;) {
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
        if (bytesRead === 0) return Digest.parse(`sha256:${hash.digest('hex')}`);
        hash.update(chunk.subarray(0, bytesRead));
      }
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENXIO', 'EISDIR')) return null;
    throw cause;
  }
}

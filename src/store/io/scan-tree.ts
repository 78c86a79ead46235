import { createHash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Digest } from '../../kernel/index.ts';
import { listingText, type ListedFile } from '../tree.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Equals the digest of no file. */
const NO_DIGEST = 'sha256:' as Digest;

/** Hashes what lies under an installed toolkit's folder. Whatever is no regular file, and any name that could forge a
 * line of the listing, counts as changed: a link put into the store never stands for the file it points to.
 * @returns the tree's listing: its sha256 is the tree digest */
export async function scanTree(folder: string): Promise<string> {
  const files: ListedFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) continue;
    files.push(await scanEntry(folder, entry));
  }
  return listingText(files);
}

async function scanEntry(folder: string, entry: Dirent): Promise<ListedFile> {
  const full = path.join(entry.parentPath, entry.name);
  const relative = path.relative(folder, full);
  if (!entry.isFile() || /\p{Cc}/u.test(relative)) return { path: relative, mode: 0o644, digest: NO_DIGEST };
  const handle = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { mode, size } = await handle.stat();
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) break;
      hash.update(chunk.subarray(0, bytesRead));
    }
    const digest = `sha256:${hash.digest('hex')}` as Digest;
    return { path: relative, mode: (mode & 0o100) === 0 ? 0o644 : 0o755, digest };
  } finally {
    await handle.close();
  }
}

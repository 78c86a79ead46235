import { createHash } from 'node:crypto';
import { closeSync, constants, type Dirent, fstatSync, openSync, read, readdirSync, readSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Digest, sha256 } from '../../kernel/index.ts';
import { listingText, type ListedFile } from '../tree.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Read at once; longer files are read piece by piece, and other work goes on meanwhile. */
const SMALL_BYTES = 1024 * 1024;

const readChunk = promisify(read);

/** Equals the digest of no file. */
const NO_DIGEST = 'sha256:' as Digest;

/** Hashes what lies under an installed toolkit's folder. Whatever is no regular file, and any name that could forge a
 * line of the listing, counts as changed: a link put into the store never stands for the file it points to.
 * @returns the tree's listing: its sha256 is the tree digest */
export async function scanTree(folder: string): Promise<string> {
  const files: ListedFile[] = [];
  for (const entry of entriesUnder(folder)) files.push(await scanEntry(folder, entry));
  return listingText(files);
}

/** All but the folders. Links are not followed: `recursive` of Node 24's readdirSync would, out of the store and in circles. */
const entriesUnder = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entriesUnder(path.join(folder, entry.name)) : [entry],
  );

async function scanEntry(folder: string, entry: Dirent): Promise<ListedFile> {
  const full = path.join(entry.parentPath, entry.name);
  const relative = path.relative(folder, full);
  if (!entry.isFile() || /\p{Cc}/u.test(relative)) return { path: relative, mode: 0o644, digest: NO_DIGEST };
  const handle = openSync(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { mode, size } = fstatSync(handle);
    const digest = size <= SMALL_BYTES ? digestSmall(handle, size) : await digestLarge(handle);
    return { path: relative, mode: (mode & 0o100) === 0 ? 0o644 : 0o755, digest };
  } finally {
    closeSync(handle);
  }
}

/** A stored file is small as a rule: waiting for the thread pool five times takes longer than reading it. */
function digestSmall(handle: number, sizeBytes: number): Digest {
  // One byte more, so that a file that grew meanwhile is another.
  const bytes = Buffer.allocUnsafe(sizeBytes + 1);
  let length = 0;
  for (;;) {
    const read = readSync(handle, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0 || length === bytes.length) break;
  }
  return sha256(bytes.subarray(0, length));
}

async function digestLarge(handle: number): Promise<Digest> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await readChunk(handle, chunk, 0, chunk.length, null);
    if (bytesRead === 0) return `sha256:${hash.digest('hex')}` as Digest;
    hash.update(chunk.subarray(0, bytesRead));
  }
}

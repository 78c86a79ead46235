import { ToolbaseError } from '../kernel/index.ts';
import { TARBALL_ROOT } from './build-tarball.ts';
import { gunzipBounded } from './gunzip-bounded.ts';
import { paxPath } from './pax-records.ts';
import { BLOCK_BYTES, type EntryHeader, readHeader, standsFor } from './tar-header.ts';
import { inOrder, SeenPaths, type TreeEntry } from './tree.ts';

/** What an archive may cost. Sizes in bytes, uncompressed. */
export interface TarballLimits {
  readonly maxTotalBytes: number;
  readonly maxEntries: number;
  /** Uncompressed over compressed size, once the archive is above `freeBytes`. */
  readonly maxRatio: number;
  readonly freeBytes: number;
}

export const TARBALL_LIMITS: TarballLimits = {
  maxTotalBytes: 512 * 1024 * 1024,
  maxEntries: 20_000,
  maxRatio: 200,
  freeBytes: 16 * 1024 * 1024,
};

/** Files of a toolkit's tarball, in byte order of path, without the folder that holds them.
 * The archive is hostile until proven sound: everything is read in memory and nothing is believed that another tar
 * reader could understand differently.
 * @param label names the archive in messages
 * @param root folder inside the archive that holds all of it, with its slash
 * @throws ToolbaseError BAD_ARCHIVE naming the entry */
export function readTarball(
  bytes: Uint8Array,
  label: string,
  limits: TarballLimits = TARBALL_LIMITS,
  root = TARBALL_ROOT,
): TreeEntry[] {
  const byRatio = Math.max(limits.freeBytes, bytes.length * limits.maxRatio);
  const tar = gunzipBounded(bytes, Math.min(limits.maxTotalBytes, byRatio), label);
  return inOrder(new TarReader(tar, label, limits.maxEntries, root).read());
}

class TarReader {
  readonly #tar: Buffer;
  readonly #label: string;
  readonly #maxEntries: number;
  readonly #root: string;
  readonly #seen: SeenPaths;
  #at = 0;

  constructor(tar: Buffer, label: string, maxEntries: number, root: string) {
    this.#tar = tar;
    this.#label = label;
    this.#maxEntries = maxEntries;
    this.#root = root;
    this.#seen = new SeenPaths(label);
  }

  read(): TreeEntry[] {
    const entries: TreeEntry[] = [];
    for (let count = 0; !this.#atEnd(); count += 1) {
      if (count >= this.#maxEntries) this.#refuse(`has more than ${this.#maxEntries} entries`);
      const { header, path, body } = this.#next();
      if (header.type === 'folder') {
        if (path !== '') this.#seen.addFolder(path);
        continue;
      }
      this.#seen.addFile(path);
      entries.push({ path, mode: header.executable ? 0o755 : 0o644, bytes: body });
    }
    return entries;
  }

  /** The next file or folder, its path taken from the pax header before it when there is one. */
  #next(): { header: EntryHeader; path: string; body: Buffer } {
    const { header: first, body: firstBody } = this.#block();
    if (first.type !== 'pax')
      return { header: first, path: this.#inside(first.path, first), body: firstBody };
    const long = paxPath(firstBody, this.#label);
    if (this.#atEnd()) this.#refuse('ends with a pax header');
    const { header, body } = this.#block();
    if (header.type === 'pax') this.#refuse('has two pax headers in a row');
    if (long !== undefined && !standsFor(header, long))
      this.#refuse(
        `entry ${JSON.stringify(header.path)} is renamed to ${JSON.stringify(long)} by a pax header`,
      );
    return { header, path: this.#inside(long ?? header.path, header), body };
  }

  #block(): { header: EntryHeader; body: Buffer } {
    const header = readHeader(this.#take(BLOCK_BYTES), this.#label);
    const body = this.#take(header.sizeBytes);
    this.#take((BLOCK_BYTES - (header.sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES);
    return { header, body };
  }

  #inside(path: string, header: EntryHeader): string {
    if (!path.startsWith(this.#root))
      this.#refuse(`entry ${JSON.stringify(path)} is outside the folder ${this.#root}`, otherKind(path));
    const inside = path.slice(this.#root.length);
    return header.type === 'folder' ? inside.replace(/\/$/, '') : inside;
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#tar.length) this.#refuse('is truncated');
    this.#at += length;
    return this.#tar.subarray(this.#at - length, this.#at);
  }

  /** Two zero blocks end an archive; after them only zeros may pad it. */
  #atEnd(): boolean {
    if (this.#at + BLOCK_BYTES > this.#tar.length) this.#refuse('is truncated');
    if (!isZero(this.#tar.subarray(this.#at, this.#at + BLOCK_BYTES))) return false;
    const rest = this.#tar.subarray(this.#at);
    if (rest.length < 2 * BLOCK_BYTES) this.#refuse('is truncated');
    if (!isZero(rest)) this.#refuse('has bytes after its end');
    return true;
  }

  #refuse(why: string, hint?: string): never {
    throw new ToolbaseError('BAD_ARCHIVE', `${this.#label}: ${why}`, hint === undefined ? {} : { hint });
  }
}

/** The two kinds of archives are easily taken for each other. */
function otherKind(path: string): string | undefined {
  if (path.startsWith('loadout/')) return 'This is a loadout archive: `toolbase import` takes it.';
  if (path.startsWith(TARBALL_ROOT)) return 'This is a packed toolkit: `toolbase publish` takes it.';
  return undefined;
}

const isZero = (bytes: Buffer): boolean => bytes.equals(Buffer.alloc(bytes.length));

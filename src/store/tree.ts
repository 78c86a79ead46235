import { byteCompare, type Digest, hexOf, sha256, ToolbaseError } from '../kernel/index.ts';
import { collisionKey, pathFault } from './tree-path.ts';

export type TreeMode = 0o644 | 0o755;

/** One file of a toolkit. Folders exist through the files in them. */
export interface TreeEntry {
  /** Relative to the toolkit's root, `/` between parts. */
  readonly path: string;
  readonly mode: TreeMode;
  readonly bytes: Uint8Array;
}

/** One line of a tree listing: all of a file that the tree digest depends on. */
export interface ListedFile {
  readonly path: string;
  readonly mode: TreeMode;
  readonly digest: Digest;
}

/** The text whose sha256 is the tree digest: `toolbase-tree-v1`, then `<644|755> <sha256> <path>` a file, in byte
 * order of path. */
export const listingText = (files: readonly ListedFile[]): string =>
  ['toolbase-tree-v1', ...inOrder(files).map(listingLine), ''].join('\n');

const listingLine = (file: ListedFile): string =>
  `${file.mode.toString(8)} ${hexOf(file.digest)} ${file.path}`;

export const listingOf = (entries: readonly TreeEntry[]): ListedFile[] =>
  entries.map(({ path, mode, bytes }) => ({ path, mode, digest: sha256(bytes) }));

/** Identity of a toolkit: of its paths, modes and contents, whatever archive carried them. */
export const treeDigest = (entries: readonly TreeEntry[]): Digest => sha256(listingText(listingOf(entries)));

/** The files under one folder, with paths relative to it. */
export const subtree = (entries: readonly TreeEntry[], folder: string): TreeEntry[] =>
  entries
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map((entry) => ({ ...entry, path: entry.path.slice(folder.length + 1) }));

/** The entries in byte order of path, once it is certain that they make one tree on every file system.
 * @param label names the source in messages
 * @throws ToolbaseError BAD_ARCHIVE naming the entry */
export function checkedTree(entries: readonly TreeEntry[], label: string): TreeEntry[] {
  const seen = new SeenPaths(label);
  for (const { path } of entries) seen.addFile(path);
  return inOrder(entries);
}

/** By the bytes of the UTF-8 path: the order of the listing and of archives. */
export const inOrder = <T extends { readonly path: string }>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => byteCompare(a.path, b.path));

/** Refuses paths that are unsound, repeat, or are one path on a file system that folds case or Unicode forms. */
export class SeenPaths {
  readonly #seen = new Map<string, { path: string; kind: 'file' | 'folder' }>();
  readonly #label: string;

  constructor(label: string) {
    this.#label = label;
  }

  addFile(path: string): void {
    this.#sound(path);
    this.#addParents(path);
    const earlier = this.#seen.get(collisionKey(path));
    if (earlier !== undefined) this.#refuse(path, faultOf(earlier, path, 'file'));
    this.#seen.set(collisionKey(path), { path, kind: 'file' });
  }

  addFolder(path: string): void {
    this.#sound(path);
    this.#addParents(`${path}/`);
  }

  #addParents(path: string): void {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at);
      const earlier = this.#seen.get(collisionKey(folder));
      if (earlier === undefined) this.#seen.set(collisionKey(folder), { path: folder, kind: 'folder' });
      else if (earlier.kind === 'file' || earlier.path !== folder)
        this.#refuse(path, faultOf(earlier, folder, 'folder'));
    }
  }

  #sound(path: string): void {
    const fault = pathFault(path);
    if (fault !== undefined) this.#refuse(path, fault);
  }

  #refuse(path: string, fault: string): never {
    throw new ToolbaseError('BAD_ARCHIVE', `${this.#label}: entry ${JSON.stringify(path)} ${fault}`);
  }
}

function faultOf(earlier: { path: string; kind: 'file' | 'folder' }, path: string, kind: string): string {
  if (earlier.path !== path)
    return `is the same as ${JSON.stringify(earlier.path)} on a disk that ignores case or Unicode form`;
  return earlier.kind === kind ? 'occurs twice' : 'is both a file and a folder';
}

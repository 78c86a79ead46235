import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TreeEntry } from '../tree.ts';

/** Writes a tree into `folder`, which must not exist, and makes it read-only. The modes do not depend on the
 * umask; who may look into the store is decided by the mode of the store's own folder.
 * Nothing waits for the disk: whoever uses a tree hashes it first, so that one which a power cut spoilt is found and
 * installed again. Without thread pool either: files are small as a rule, and waiting for it takes longer than writing. */
export function writeTree(folder: string, entries: readonly TreeEntry[]): void {
  const folders = foldersOf(entries).map((inside) => path.join(folder, inside));
  for (const each of folders) mkdirSync(each, { mode: 0o700 });
  for (const { path: inside, mode, bytes } of entries) {
    const file = path.join(folder, inside);
    writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 });
    chmodSync(file, mode & 0o555);
  }
  for (const each of folders.reverse()) chmodSync(each, 0o555);
}

/** Every folder of a tree, the root ("") first and parents before children. */
function foldersOf(entries: readonly TreeEntry[]): string[] {
  const folders = new Set(['']);
  for (const { path: file } of entries)
    for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) folders.add(file.slice(0, at));
  return [...folders];
}

import { chmodSync, closeSync, fchmodSync, open, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { forEachLimited } from '../../kernel/index.ts';
import type { TreeEntry } from '../tree.ts';

const FILES_AT_ONCE = 8;

const openAside = promisify(open);

/** Writes a tree into `folder`, which must not exist, and makes it read-only. The modes do not depend on the
 * umask; who may look into the store is decided by the mode of the store's own folder.
 * Nothing waits for the disk: whoever uses a tree hashes it first, so that one which a power cut spoilt is found and
 * installed again. Only to make files and folders is left to the thread pool: that is where a file system takes its time,
 * ext4 most of a millisecond while it remembers many removed files. Waiting for the pool takes longer than writing small
 * files. */
export async function writeTree(folder: string, entries: readonly TreeEntry[]): Promise<void> {
  const folders = foldersOf(entries).map((inside) => path.join(folder, inside));
  for (const each of folders) await mkdir(each, { mode: 0o700 });
  await forEachLimited(entries, FILES_AT_ONCE, (entry) => writeEntry(folder, entry));
  for (const each of folders.reverse()) chmodSync(each, 0o555);
}

async function writeEntry(folder: string, { path: inside, mode, bytes }: TreeEntry): Promise<void> {
  const handle = await openAside(path.join(folder, inside), 'wx', 0o600);
  try {
    writeFileSync(handle, bytes);
    fchmodSync(handle, mode & 0o555);
  } finally {
    closeSync(handle);
  }
}

/** Every folder of a tree, the root ("") first and parents before children. */
function foldersOf(entries: readonly TreeEntry[]): string[] {
  const folders = new Set(['']);
  for (const { path: file } of entries)
    for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) folders.add(file.slice(0, at));
  return [...folders];
}

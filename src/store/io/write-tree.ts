import { chmod, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { forEachLimited } from '../../kernel/index.ts';
import { syncFolder } from '../../kernel/io/index.ts';
import type { TreeEntry } from '../tree.ts';

const FILES_AT_ONCE = 16;

/** Writes a tree into `folder`, which must not exist, and makes it read-only and durable. The modes do not depend
 * on the umask; who may look into the store is decided by the mode of the store's own folder. */
export async function writeTree(folder: string, entries: readonly TreeEntry[]): Promise<void> {
  const folders = foldersOf(entries).map((inside) => path.join(folder, inside));
  for (const each of folders) await mkdir(each, { mode: 0o700 });
  await forEachLimited(entries, FILES_AT_ONCE, (entry) => writeFile(path.join(folder, entry.path), entry));
  for (const each of folders.reverse()) {
    await chmod(each, 0o555);
    await syncFolder(each);
  }
}

async function writeFile(file: string, entry: TreeEntry): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(entry.bytes);
    await handle.chmod(entry.mode & 0o555);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Every folder of a tree, the root ("") first and parents before children. */
function foldersOf(entries: readonly TreeEntry[]): string[] {
  const folders = new Set(['']);
  for (const { path: file } of entries)
    for (let at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) folders.add(file.slice(0, at));
  return [...folders];
}

import { lstat, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, isSystemError } from '../../kernel/index.ts';
import { isTempName, removeFolder, STALE_AFTER_MS } from '../../kernel/io/index.ts';
import { digestOfName, listingsFolder, treesFolder, usesFolder } from '../store-layout.ts';

/** Finds what killed processes left: temporary folders and files, and listings without their tree, all older than any
 * process takes, so that none of them has an owner.
 * @param dryRun only say what there is   @returns their paths */
export async function cleanStore(
  storeDir: string,
  nowMs: number,
  dryRun: boolean,
  has: (digest: Digest) => Promise<boolean>,
): Promise<string[]> {
  const found: string[] = [];
  for (const folder of [treesFolder(storeDir), listingsFolder(storeDir), usesFolder(storeDir)])
    for (const name of await namesIn(folder)) {
      const place = path.join(folder, name);
      const isLeft = isTempName(name) || (folder === listingsFolder(storeDir) && (await isOrphan(name, has)));
      if (isLeft && (await isStale(place, nowMs))) found.push(place);
    }
  if (!dryRun) for (const place of found) await remove(place);
  return found;
}

async function remove(place: string): Promise<void> {
  try {
    await ((await lstat(place)).isDirectory() ? removeFolder(place) : rm(place, { force: true }));
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT')) throw cause;
  }
}

async function isOrphan(name: string, has: (digest: Digest) => Promise<boolean>): Promise<boolean> {
  const digest = digestOfName(name);
  return digest !== undefined && !(await has(digest));
}

async function isStale(place: string, nowMs: number): Promise<boolean> {
  try {
    return nowMs - (await stat(place)).mtimeMs > STALE_AFTER_MS;
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return false;
    throw cause;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  }
}

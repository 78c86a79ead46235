import { readdir, rename, rm } from 'node:fs/promises';
import { type Digest, isSystemError, sha256, ToolbaseError } from '../../kernel/index.ts';
import {
  atomicWrite,
  notWritable,
  readTextBounded,
  removeFolder,
  removeStaleTemps,
  isFolder,
  tempFolder,
  makeFolder,
  trace,
} from '../../kernel/io/index.ts';
import { type ChangedFile, compareListings, storeChanged } from '../compare-listings.ts';
import { digestOfName, listingFile, treeFolder, treesFolder } from '../store-layout.ts';
import { checkedTree, listingOf, listingText, type TreeEntry } from '../tree.ts';
import type { UsedLock } from '../store-use.ts';
import { cleanStore } from './clean-store.ts';
import { scanTree } from './scan-tree.ts';
import { forgetUse, noteUse, type NotedUse, notedUses } from './store-uses.ts';
import { writeTree } from './write-tree.ts';

const LISTING_MAX_BYTES = 16 * 1024 * 1024;

/** The installed toolkits of one machine, by tree digest. A tree is there whole or not at all. */
export interface Store {
  has(digest: Digest): Promise<boolean>;
  /** Absolute folder of a tree, there or not. */
  pathOf(digest: Digest): string;
  /** Adds a tree. Several processes may put the same one: all but one find it present.
   * @throws ToolbaseError INTEGRITY_MISMATCH when the entries are not the expected tree; BAD_ARCHIVE; NOT_WRITABLE */
  put(entries: readonly TreeEntry[], expected: Digest): Promise<'added' | 'present'>;
  /** Hashes a tree again. @throws ToolbaseError NOT_INSTALLED, STORE_CHANGED naming the files */
  verify(digest: Digest): Promise<void>;
  /** Digests of all trees, sorted. */
  list(): Promise<Digest[]>;
  /** Removes a tree, if there. @throws ToolbaseError NOT_WRITABLE */
  remove(digest: Digest): Promise<void>;
  /** Notes that a lock is used now, so that what it needs stays for a while. */
  noteUse(lock: UsedLock): Promise<void>;
  /** The locks that were noted, each with the time of its last use. */
  uses(): Promise<NotedUse[]>;
  /** Forgets locks that were last used before. @throws ToolbaseError NOT_WRITABLE */
  forgetUses(beforeMs: number, dryRun: boolean): Promise<void>;
  /** Removes what killed processes left a day ago. @returns paths   @throws ToolbaseError NOT_WRITABLE */
  clean(nowMs: number, dryRun: boolean): Promise<string[]>;
}

/** Opens the store in a folder, which is made when something is put. */
export function openStore(storeDir: string): Store {
  const trees = treesFolder(storeDir);
  const pathOf = (digest: Digest): string => treeFolder(storeDir, digest);
  const has = (digest: Digest): Promise<boolean> => Promise.resolve(isFolder(pathOf(digest)));
  return {
    has,
    pathOf,
    async put(entries, expected) {
      const tree = checkedTree(entries, 'the toolkit');
      const listing = listingText(listingOf(tree));
      if (sha256(listing) !== expected) throw otherTree(sha256(listing), expected);
      if (await has(expected)) return 'present';
      try {
        await makeFolder(trees);
        await removeStaleTemps(trees);
        await atomicWrite(listingFile(storeDir, expected), listing, { durable: false });
        return await publishTree(trees, tree, pathOf(expected));
      } catch (cause) {
        throw notWritable(pathOf(expected), cause);
      }
    },
    async verify(digest) {
      if (!(await has(digest))) {
        trace('store', () => `${digest} is not there`);
        throw notInstalled(digest);
      }
      const found = await scanTree(pathOf(digest));
      const isSound = sha256(found) === digest;
      trace('store', () => `${digest} is there${isSound ? '' : ', but was changed'}`);
      if (isSound) return;
      throw storeChanged(pathOf(digest), await changesOf(listingFile(storeDir, digest), digest, found));
    },
    list: () => listTrees(trees),
    async remove(digest) {
      try {
        await discard(trees, pathOf(digest));
        await rm(listingFile(storeDir, digest), { force: true });
      } catch (cause) {
        throw notWritable(pathOf(digest), cause);
      }
    },
    noteUse: (lock) => noteUse(storeDir, lock, Date.now()),
    uses: () => notedUses(storeDir),
    async forgetUses(beforeMs, dryRun) {
      for (const { file, usedAtMs } of await notedUses(storeDir))
        if (usedAtMs < beforeMs && !dryRun) await forgetUse(file);
    },
    async clean(nowMs, dryRun) {
      try {
        return await cleanStore(storeDir, nowMs, dryRun, has);
      } catch (cause) {
        throw notWritable(storeDir, cause);
      }
    },
  };
}

/** Writes beside the final place and renames: whoever comes second finds the folder taken and drops its own. */
async function publishTree(
  trees: string,
  tree: readonly TreeEntry[],
  final: string,
): Promise<'added' | 'present'> {
  const temp = tempFolder(trees);
  try {
    await writeTree(temp, tree);
    await rename(temp, final);
    return 'added';
  } catch (cause) {
    await removeFolder(temp);
    if (isSystemError(cause, 'ENOTEMPTY', 'EEXIST')) return 'present';
    throw cause;
  }
}

/** Takes a tree out of sight by one rename, then removes it. */
async function discard(trees: string, folder: string): Promise<void> {
  const temp = tempFolder(trees);
  try {
    await rename(folder, temp);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return;
    throw cause;
  }
  await removeFolder(temp);
}

async function listTrees(trees: string): Promise<Digest[]> {
  try {
    const names = await readdir(trees);
    return names
      .map(digestOfName)
      .filter((digest) => digest !== undefined)
      .sort();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  }
}

/** Which files differ; none when the listing itself is gone or was changed. */
async function changesOf(file: string, digest: Digest, found: string): Promise<ChangedFile[]> {
  try {
    const wanted = await readTextBounded(file, LISTING_MAX_BYTES);
    return sha256(wanted) === digest ? compareListings(wanted, found) : [];
  } catch (cause) {
    if (cause instanceof ToolbaseError) return [];
    throw cause;
  }
}

const otherTree = (found: Digest, wanted: Digest): ToolbaseError =>
  new ToolbaseError('INTEGRITY_MISMATCH', `the toolkit's files have tree digest ${found}, not ${wanted}`, {
    hint: 'The archive is not the one that was locked: nothing was installed.',
  });

const notInstalled = (digest: Digest): ToolbaseError =>
  new ToolbaseError('NOT_INSTALLED', `the toolkit with tree digest ${digest} is not in the store`, {
    hint: 'Run `toolbase install` with the lock.',
  });

import { readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, isToolbaseError, parseStrictJson, prettyCanonicalJson } from '../../kernel/index.ts';
import { atomicWrite, readTextBounded } from '../../kernel/io/index.ts';
import { useFile, usesFolder } from '../store-layout.ts';
import { StoreUse, storeUseOf, type UsedLock } from '../store-use.ts';

const USE_MAX_BYTES = 16 * 1024 * 1024;

/** Notes that a lock is used now. A store that others keep, or that is not there, is left as it is. */
export async function noteUse(storeDir: string, lock: UsedLock, nowMs: number): Promise<void> {
  const file = useFile(storeDir, lock.lockDigest);
  try {
    await utimes(file, nowMs / 1000, nowMs / 1000);
  } catch (cause) {
    if (isSystemError(cause, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR')) return;
    if (!isSystemError(cause, 'ENOENT')) throw cause;
    await writeUse(file, lock);
  }
}

async function writeUse(file: string, lock: UsedLock): Promise<void> {
  try {
    await atomicWrite(file, prettyCanonicalJson(storeUseOf(lock)));
  } catch (cause) {
    // ENOENT is how making a folder fails on a file system that is read-only.
    if (isSystemError(cause, 'ENOENT')) return;
    if (!isToolbaseError(cause) || cause.code !== 'NOT_WRITABLE') throw cause;
  }
}

export interface NotedUse {
  readonly file: string;
  readonly usedAtMs: number;
  /** Undefined when it cannot be read. */
  readonly use: StoreUse | undefined;
}

/** All locks that were noted. */
export async function notedUses(storeDir: string): Promise<NotedUse[]> {
  const folder = usesFolder(storeDir);
  const uses: NotedUse[] = [];
  for (const name of await namesIn(folder)) {
    const file = path.join(folder, name);
    try {
      const { mtimeMs } = await stat(file);
      const text = await readTextBounded(file, USE_MAX_BYTES);
      uses.push({ file, usedAtMs: mtimeMs, use: StoreUse.safeParse(parseStrictJson(text, file)).data });
    } catch (cause) {
      if (!isToolbaseError(cause) && !isSystemError(cause, 'ENOENT')) throw cause;
    }
  }
  return uses;
}

export const forgetUse = (file: string): Promise<void> => rm(file, { force: true });

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  }
}

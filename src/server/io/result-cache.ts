import { readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Digest, hexOf, isSystemError, isToolbaseError } from '../../kernel/index.ts';
import { atomicWrite, readTextBounded } from '../../kernel/io/index.ts';
import {
  type CachedResult,
  cachedResultFault,
  decodeCachedResult,
  encodeCachedResult,
} from '../../record/index.ts';
import type { Json } from '../../kernel/index.ts';

/** A larger result is computed again. */
const ENTRY_MAX_BYTES = 16 * 1024 * 1024;
/** Room is made down to this part of the limit, so that not every call has to. */
const PRUNE_TO = 0.8;

export interface CacheFile {
  readonly file: string;
  /** From its name; null for a file that is none of a cache. */
  readonly key: Digest | null;
  readonly sizeBytes: number;
  readonly usedAtMs: number;
}

/** Results of deterministic calls, a file a key. Safe for any number of processes: files appear whole, by a rename, are
 * never changed, and are checked whenever they are read. */
export interface ResultCache {
  /** Undefined when there is none; one that is damaged is removed. */
  readonly read: (key: Digest) => Promise<Json | undefined>;
  /** @throws ToolbaseError NOT_WRITABLE */
  readonly write: (
    key: Digest,
    about: Pick<CachedResult, 'toolkit' | 'operation' | 'argumentsDigest'>,
    value: Json,
  ) => Promise<void>;
  /** All files, the one used last first. */
  readonly files: () => Promise<CacheFile[]>;
  /** Reads one file whole. @returns the result, or what is wrong with it */
  readonly check: (file: CacheFile) => Promise<CachedResult | { readonly fault: string }>;
  /** Removes what was used longest ago until at most `maxBytes` are left. @returns what was removed */
  readonly prune: (maxBytes: number, dryRun?: boolean) => Promise<CacheFile[]>;
}

/** @param folder absolute; made by the first write   @param maxBytes of all results together */
export function openResultCache(folder: string, maxBytes: number): ResultCache {
  const fileOf = (key: Digest): string => path.join(folder, hexOf(key).slice(0, 2), `${hexOf(key)}.json`);
  /** As far as this process knows. */
  let sizeBytes: number | undefined;

  const check: ResultCache['check'] = async ({ file, key }) => {
    if (key === null) return { fault: 'it is no kept result' };
    try {
      const result = decodeCachedResult(await readTextBounded(file, 2 * ENTRY_MAX_BYTES), file);
      const fault = cachedResultFault(result, key);
      return fault === undefined ? result : { fault };
    } catch (thrown) {
      if (isToolbaseError(thrown)) return { fault: thrown.message };
      throw thrown;
    }
  };
  const files = (): Promise<CacheFile[]> => filesIn(folder);
  const prune: ResultCache['prune'] = async (limit, dryRun = false) => {
    const all = await files();
    let keptBytes = 0;
    const gone = all.filter(({ sizeBytes: size }) => {
      const fits = keptBytes + size <= limit;
      if (fits) keptBytes += size;
      return !fits;
    });
    if (!dryRun) await Promise.all(gone.map(({ file }) => rm(file, { force: true })));
    sizeBytes = keptBytes;
    return gone;
  };

  return {
    files,
    check,
    prune,
    read: async (key) => {
      const file = fileOf(key);
      if (!(await touched(file))) return undefined;
      const found = await check({ file, key, sizeBytes: 0, usedAtMs: 0 });
      if ('value' in found) return found.value;
      await removed(file);
      return undefined;
    },
    write: async (key, about, value) => {
      const text = encodeCachedResult(key, about, value);
      const size = Buffer.byteLength(text);
      if (size > ENTRY_MAX_BYTES || size > maxBytes) return;
      const isNew = await atomicWrite(fileOf(key), text, { mode: 0o600, durable: false });
      if (!isNew) return;
      sizeBytes = (sizeBytes ?? (await totalBytes(files)) - size) + size;
      if (sizeBytes > maxBytes) await prune(maxBytes * PRUNE_TO);
    },
  };
}

const totalBytes = async (files: ResultCache['files']): Promise<number> =>
  (await files()).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Whatever stands in the place of a result, where that is allowed. */
async function removed(file: string): Promise<void> {
  try {
    await rm(file, { force: true, recursive: true });
  } catch (cause) {
    if (!isSystemError(cause, 'EACCES', 'EPERM', 'EROFS', 'EBUSY', 'ENOTEMPTY')) throw cause;
  }
}

/** Notes the use of a file. @returns whether it is there */
async function touched(file: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(file, now, now);
    return true;
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return false;
    // A cache that may only be read is still one; what leads in a circle is found to be no result.
    if (isSystemError(cause, 'EACCES', 'EPERM', 'EROFS', 'ELOOP')) return true;
    throw cause;
  }
}

async function filesIn(folder: string): Promise<CacheFile[]> {
  const found: CacheFile[] = [];
  for (const part of await namesIn(folder))
    for (const name of await namesIn(path.join(folder, part))) {
      const file = path.join(folder, part, name);
      const about = await stat(file).catch(() => undefined);
      if (about?.isFile() !== true) continue;
      const key = Digest.safeParse(`sha256:${name.replace(/\.json$/, '')}`).data ?? null;
      found.push({ file, key, sizeBytes: about.size, usedAtMs: about.mtimeMs });
    }
  return found.sort((a, b) => b.usedAtMs - a.usedAtMs || (a.file < b.file ? -1 : 1));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  }
}

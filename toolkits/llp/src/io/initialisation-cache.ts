import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** Tables of the multiparton interactions by card, which cost seconds to make and depend on nothing else. */
export type InitialisationCache = {
  /** Copies the tables of `key` to a file; false when there are none. */
  readonly fetch: (key: string, file: string) => Promise<boolean>;
  readonly put: (key: string, file: string) => Promise<void>;
};

/** Below the folder for caches: that of `TOOLBASE_HOME`, else by the XDG Base Directory Specification. */
function usualFolder(env: Readonly<Record<string, string | undefined>>): string {
  const absolute = (name: string): string | undefined => {
    const value = env[name];
    return value !== undefined && path.isAbsolute(value) ? value : undefined;
  };
  const own = absolute('TOOLBASE_HOME');
  const caches =
    own === undefined
      ? path.join(absolute('XDG_CACHE_HOME') ?? path.join(homedir(), '.cache'), 'toolbase')
      : path.join(own, 'cache');
  return path.join(caches, 'llp-initialisation');
}

/** @param folder undefined for the usual one */
export function openInitialisationCache(folder: string | undefined): InitialisationCache {
  const root = folder ?? usualFolder(process.env);
  return {
    fetch: async (key, file) => {
      try {
        const kept = await readFile(path.join(root, key));
        const tables = kept.subarray(DIGEST_BYTES + 1);
        // Damaged tables would be taken for settings, or change the events without a word.
        if (kept.subarray(0, DIGEST_BYTES).toString() !== digestOf(tables)) return false;
        await writeFile(file, tables);
        return true;
      } catch {
        // Whatever is wrong with it, the tables can be made again.
        return false;
      }
    },
    put: async (key, file) => {
      const beside = path.join(root, `.${key}-${process.pid}-${randomUUID()}`);
      try {
        await mkdir(root, { recursive: true });
        const tables = await readFile(file);
        await writeFile(beside, Buffer.concat([Buffer.from(`${digestOf(tables)}\n`), tables]));
        await rename(beside, path.join(root, key));
      } catch {
        // A folder that cannot be written costs the next call its time, nothing else.
        await rm(beside, { force: true }).catch(() => undefined);
      }
    },
  };
}

const DIGEST_BYTES = 64;
const digestOf = (tables: Uint8Array): string => createHash('sha256').update(tables).digest('hex');

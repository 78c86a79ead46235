import { lstatSync } from 'node:fs';
import { readdir, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hexOf, sha256 } from '../../kernel/index.ts';
import { makeFolder } from '../../kernel/io/index.ts';

/** After this a lock is checked once more. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 3600 * 1000;

/** Which locks this version of the program has read and found sound. Checking a large one takes longer than all else that
 * a server does before its first answer. */
export interface CheckedLocks {
  readonly has: (text: string) => boolean;
  /** Where nothing can be kept, the lock is checked again next time. */
  readonly add: (text: string) => Promise<void>;
}

/** A checked lock is an empty file named after the sha256 of its text. Whoever may write there is trusted with what a lock
 * says, so the file of another user counts for nothing.
 * @param folder absolute   @param version of this program: another one may check otherwise */
export function openCheckedLocks(folder: string, version: string): CheckedLocks {
  const fileOf = (text: string): string => path.join(folder, `${hexOf(sha256(text))}-${version}`);
  return {
    has: (text) => {
      try {
        const found = lstatSync(fileOf(text));
        return found.isFile() && found.uid === process.getuid?.();
      } catch (cause) {
        if (isRefusal(cause)) return false;
        throw cause;
      }
    },
    add: async (text) => {
      try {
        await makeFolder(folder, 0o700);
        await forgetOld(folder);
        await writeFile(fileOf(text), '', { flag: 'wx', mode: 0o600 });
      } catch (cause) {
        if (!isRefusal(cause)) throw cause;
      }
    },
  };
}

/** Any answer of the file system but yes. */
const isRefusal = (cause: unknown): boolean => cause instanceof Error && 'syscall' in cause;

async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - (await stat(file)).mtimeMs > FORGOTTEN_AFTER_MS) await unlink(file);
  }
}

import { stat } from 'node:fs/promises';
import { isAbsent, isToolbaseError, shellWord, ToolbaseError } from '../../kernel/index.ts';
import { atomicWrite, linkTarget, readTextBounded, readTextOrPipe } from '../../kernel/io/index.ts';
import { decodeCheckedLock, decodeLock } from '../decode-lock.ts';
import { encodeLock } from '../encode-lock.ts';
import type { Lock } from '../lock.ts';
import type { CheckedLocks } from './checked-locks.ts';

/** Room for 1000 operations with the largest schemas. */
const LOCK_MAX_BYTES = 64 * 1024 * 1024;

/** Reads a lock file. @param options.pipe take a pipe that gives one as well
 * @param options.checked a lock that is among them is not checked again
 * @throws ToolbaseError USAGE for a loadout or an archive, NOT_FOUND, FILE_TOO_LARGE, LOCK_CONFLICT, LOCK_VERSION, LOCK_DAMAGED */
export async function readLock(
  file: string,
  { pipe = false, checked }: { readonly pipe?: boolean; readonly checked?: CheckedLocks } = {},
): Promise<Lock> {
  if (/\.ya?ml$/.test(file))
    throw new ToolbaseError('USAGE', `${file} is a loadout, and a lockfile is needed`, {
      hint: `Give ${file.replace(/\.ya?ml$/, '.lock')}; \`toolbase lock ${shellWord(file)}\` writes it.`,
    });
  if (/\.t(ar\.)?gz$/.test(file))
    throw new ToolbaseError('USAGE', `${file} is an archive, and a lockfile is needed`, {
      hint: `Unpack a loadout archive by \`toolbase import ${shellWord(file)}\`, and give the lock that it writes.`,
    });
  const text = await lockText(file, pipe);
  if (checked?.has(text) === true) return decodeCheckedLock(text);
  const lock = decodeLock(text, file);
  void checked?.add(text);
  return lock;
}

const absentHint = async (loadout: string): Promise<string> =>
  (await isFile(loadout))
    ? `\`toolbase lock ${shellWord(loadout)}\` writes it from the loadout beside it.`
    : 'Give a lockfile, x.lock; `toolbase lock x.yaml` writes one from a loadout.';

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

async function lockText(file: string, pipe: boolean): Promise<string> {
  try {
    return await (pipe ? readTextOrPipe : readTextBounded)(file, LOCK_MAX_BYTES);
  } catch (cause) {
    if (!isToolbaseError(cause) || !isAbsent(cause)) throw cause;
    throw new ToolbaseError('NOT_FOUND', cause.message, {
      hint: await absentHint(file.replace(/(\.lock)?$/, '.yaml')),
      cause,
    });
  }
}

/** Writes a lock file, unless it holds the same already. @returns whether it changed @throws ToolbaseError NOT_WRITABLE */
export const writeLock = async (file: string, lock: Lock): Promise<boolean> =>
  atomicWrite(await linkTarget(file), encodeLock(lock));

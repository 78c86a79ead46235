import { atomicWrite, readTextBounded } from '../../kernel/io/index.ts';
import { decodeLock } from '../decode-lock.ts';
import { encodeLock } from '../encode-lock.ts';
import type { Lock } from '../lock.ts';

/** Room for 1000 operations with the largest schemas. */
const LOCK_MAX_BYTES = 64 * 1024 * 1024;

/** Reads a lock file. @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE, LOCK_CONFLICT, LOCK_VERSION, LOCK_DAMAGED */
export const readLock = async (file: string): Promise<Lock> =>
  decodeLock(await readTextBounded(file, LOCK_MAX_BYTES), file);

/** Writes a lock file, unless it holds the same already. @returns whether it changed @throws ToolbaseError NOT_WRITABLE */
export const writeLock = (file: string, lock: Lock): Promise<boolean> => atomicWrite(file, encodeLock(lock));

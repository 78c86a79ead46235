import type { Lock } from '../../lockfile/index.ts';

/** Gets the lock of the file that the command names. */
export type OpenLock = (
  file: string,
  options: { readonly home: string | undefined; readonly frozen: boolean },
) => Promise<Lock>;

import type { Lock } from '../../lockfile/index.ts';

/** Gets the lock of the file that the command names. `--home` is in the environment already. */
export type OpenLock = (file: string, options: { readonly frozen: boolean }) => Promise<Lock>;

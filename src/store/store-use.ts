import { z } from 'zod';
import { Digest, ToolkitName, Version } from '../kernel/index.ts';
import type { Lock } from '../lockfile/index.ts';

/** In `uses/`, by the digest of a lock: what it needs of the store. The file's time says when it was last used. */
export const StoreUse = z.strictObject({
  formatVersion: z.literal(1),
  lockDigest: Digest,
  toolkits: z.array(z.strictObject({ name: ToolkitName, version: Version, treeDigest: Digest })),
});
export type StoreUse = z.output<typeof StoreUse>;

/** What of a lock a use is made of. */
export type UsedLock = Pick<Lock, 'lockDigest' | 'toolkits' | 'linked'>;

export const storeUseOf = ({ lockDigest, toolkits, linked }: UsedLock): StoreUse =>
  StoreUse.parse({
    formatVersion: 1,
    lockDigest,
    toolkits: Object.entries({ ...toolkits, ...linked }).map(([name, { version, treeDigest }]) => ({
      name,
      version,
      treeDigest,
    })),
  });

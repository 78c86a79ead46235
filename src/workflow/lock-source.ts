import type { LockSource } from '../lockfile/index.ts';
import { openPublished, type PublishedTarball } from './open-published.ts';

/** What a lock needs to know of a toolkit, from the tarball that a registry gave for it.
 * @throws ToolbaseError what `openPublished` throws */
export function lockSource(given: PublishedTarball): LockSource {
  const { manifest, integrity, treeDigest } = openPublished(given);
  return { registry: given.registry, integrity, treeDigest, manifest };
}

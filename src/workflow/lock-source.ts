import { ToolbaseError, type ToolkitName } from '../kernel/index.ts';
import type { Lock, LockSource } from '../lockfile/index.ts';
import { openPublished, type PublishedTarball } from './open-published.ts';

/** What a lock needs to know of a toolkit, from the tarball that a registry gave for it.
 * @throws ToolbaseError what `openPublished` throws */
export function lockSource(given: PublishedTarball): LockSource {
  const { manifest, integrity, treeDigest } = openPublished(given);
  return { registry: given.registry, integrity, treeDigest, manifest };
}

/** Refuses a version whose bytes are not those that were locked: published versions do not change.
 * @param moving toolkits that were asked to move
 * @throws ToolbaseError INTEGRITY_MISMATCH */
export function refuseRepublished(before: Lock, after: Lock, moving: ReadonlySet<string>): void {
  for (const [name, now] of Object.entries(after.toolkits)) {
    const old = Object.hasOwn(before.toolkits, name) ? before.toolkits[name as ToolkitName] : undefined;
    if (old === undefined || moving.has(name)) continue;
    if (old.version !== now.version || old.integrity === now.integrity) continue;
    throw new ToolbaseError(
      'INTEGRITY_MISMATCH',
      `${name} ${now.version} in the registry ${now.registry} is not the one that was locked`,
      {
        hint: `A published version never changes. If you know why this one did, run \`toolbase update ${name}\`.`,
      },
    );
  }
}

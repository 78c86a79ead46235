import { type Integrity, ToolbaseError, type ToolkitName, type Version } from '../kernel/index.ts';
import type { Lock } from '../lockfile/index.ts';
import type { Packument } from '../registry/index.ts';
import type { Chosen } from './chosen.ts';
import { isWorkingTree } from './link-toolkits.ts';

/** What to do about a published version that was changed. */
export const republishedHint = (name: ToolkitName): string =>
  `A published version never changes: ask its publisher why this one did. If you know and accept it, run \`toolbase update ${name} --accept-republished\`.`;

/** Whether a registry has other bytes under a locked version. @param locked what the lock says of it */
export function isRepublished(
  locked: { readonly version: Version; readonly integrity: Integrity },
  { versions }: Pick<Packument, 'versions'>,
): boolean {
  const release = Object.hasOwn(versions, locked.version) ? versions[locked.version] : undefined;
  return release !== undefined && release.integrity !== locked.integrity;
}

/** Refuses a version whose bytes are not those that were locked: published versions do not change.
 * @param chosen with what registries say of them, against which these hold their tarballs
 * @param accepted toolkits whose new bytes were asked for
 * @throws ToolbaseError INTEGRITY_MISMATCH */
export function refuseRepublished(
  chosen: readonly Chosen[],
  before: Lock | undefined,
  accepted: readonly ToolkitName[],
): void {
  for (const { name, version, registry, packument } of chosen) {
    const old =
      before !== undefined && Object.hasOwn(before.toolkits, name) ? before.toolkits[name] : undefined;
    if (old?.version !== version || isWorkingTree(registry) || accepted.includes(name)) continue;
    if (!isRepublished(old, packument)) continue;
    const from = old.registry === registry.name ? '' : ` from the registry ${old.registry}`;
    throw new ToolbaseError(
      'INTEGRITY_MISMATCH',
      `${name} ${version} in the registry ${registry.name} is not the one that was locked${from}`,
      { hint: republishedHint(name) },
    );
  }
}

import type { LockedToolkit } from '../lockfile/index.ts';
import type { Packument } from '../registry/index.ts';
import { isRepublished } from './republished.ts';

/** How a locked version stands now: as it was locked; with other bytes; taken back; or of a registry that this machine
 * does not have. */
export type Standing = 'published' | 'republished' | 'unpublished' | 'elsewhere';

/** @param packument what was found of the toolkit, if anything   @param registries names of those of this machine */
export function standingOf(
  locked: LockedToolkit,
  packument: Packument | undefined,
  registries: readonly string[],
): Standing {
  if (packument === undefined) return registries.includes(locked.registry) ? 'unpublished' : 'elsewhere';
  if (!Object.hasOwn(packument.versions, locked.version)) return 'unpublished';
  return isRepublished(locked, packument) ? 'republished' : 'published';
}

/** The name of everybody's own registry. */
export const OWN_REGISTRY = 'local';
const SHIPPED_REGISTRY = 'embedded';

/** Where a locked toolkit is from that no registry of this machine has, and what to do.
 * @param registry named by the lock   @param registries names of those of this machine */
export function whereLocked(registry: string, registries: readonly string[]): string {
  if (registry === OWN_REGISTRY)
    return 'It was locked from the registry `local`, which is another one on every machine: the one of this machine does not have it, or no more. Publish it to a registry that all machines reach and lock it from there; or publish it here, with the same bytes: an archive of the loadout holds its tarball below loadout/toolkits/.';
  if (registry === SHIPPED_REGISTRY)
    return 'It was locked from the registry that ships with toolbase: another version of toolbase has it. Run `toolbase update` to lock what this one has.';
  if (registries.includes(registry))
    return `It was locked from the registry ${registry}, which does not have it any more: ask its publisher, or name a registry that has it with --registry. The lock still installs where its bytes are kept.`;
  return `It was locked from the registry ${registry}, which this machine does not have: name it in the settings under \`registries:\`, or with --registry ${registry}=<folder or address>.`;
}

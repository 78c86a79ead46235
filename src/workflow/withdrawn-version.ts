import semver from 'semver';
import { ToolbaseError, type ToolkitName, type Version } from '../kernel/index.ts';
import type { Loadout } from '../loadout/index.ts';
import type { Lock } from '../lockfile/index.ts';
import { type Chosen, rangesOf } from './chosen.ts';
import { isWorkingTree } from './link-toolkits.ts';

/** The locked version of a chosen toolkit, when its registry does not have it any more. */
export function withdrawnVersion({ name, packument, registry }: Chosen, before: Lock): Version | undefined {
  const old = Object.hasOwn(before.toolkits, name) ? before.toolkits[name] : undefined;
  if (old === undefined || isWorkingTree(registry)) return undefined;
  return Object.hasOwn(packument.versions, old.version) ? undefined : old.version;
}

/** Refuses to take another version for a locked one that its registry does not offer any more, though everything asks for it
 * as before: what looks like a withdrawal may be a registry that holds a version back, or another registry.
 * @param moving toolkits that were asked to move   @throws ToolbaseError NO_VERSION */
export function refuseWithdrawn(
  chosen: readonly Chosen[],
  { loadout, before }: { readonly loadout: Loadout; readonly before: Lock },
  moving: ReadonlySet<ToolkitName>,
): void {
  for (const each of chosen) {
    const old = moving.has(each.name) ? undefined : withdrawnVersion(each, before);
    if (old === undefined) continue;
    if (!rangesOf(each.name, chosen, loadout).every((range) => semver.satisfies(old, range))) continue;
    throw new ToolbaseError(
      'NO_VERSION',
      `${each.name} ${old}, which is locked, is not in the registry ${each.registry.name} any more`,
      {
        hint: `Name a registry that has it with --registry, or run \`toolbase update ${each.name}\` to take ${each.version} instead.`,
      },
    );
  }
}

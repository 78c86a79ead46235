import { canonicalJson, ToolbaseError, type ToolkitName, type Version } from '../kernel/index.ts';
import type { Lock, LockSource } from '../lockfile/index.ts';
import type { Packument } from '../registry/index.ts';
import { openToolkit } from './open-toolkit.ts';

/** What a lock needs to know of a toolkit, from the tarball that a registry gave for it.
 * @throws ToolbaseError BAD_REGISTRY when the tarball is of another toolkit or needs others than the registry says;
 * BAD_ARCHIVE, BAD_MANIFEST */
export function lockSource(given: {
  readonly name: ToolkitName;
  readonly version: Version;
  readonly registry: string;
  readonly tarball: Uint8Array;
  readonly packument: Packument;
}): LockSource {
  const { name, version, registry } = given;
  const label = `${name} ${version} from the registry ${registry}`;
  const { manifest, integrity, treeDigest } = openToolkit(given.tarball, label);
  if (manifest.name !== name || manifest.version !== version)
    throw new ToolbaseError('BAD_REGISTRY', `${label} is ${manifest.name} ${manifest.version} inside`);
  const stated = given.packument.versions[version]?.toolkitDependencies ?? {};
  if (canonicalJson(stated) !== canonicalJson(manifest.toolkitDependencies))
    throw new ToolbaseError('BAD_REGISTRY', `${label} needs other toolkits than the registry says`);
  return { registry, integrity, treeDigest, manifest };
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
        hint: `A published version never changes. If you know why this one did, run \`toolbase lock --update\`.`,
      },
    );
  }
}

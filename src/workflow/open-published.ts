import { canonicalJson, ToolbaseError, type ToolkitName, type Version } from '../kernel/index.ts';
import type { Packument } from '../registry/index.ts';
import { type OpenedToolkit, openToolkit } from './open-toolkit.ts';

/** A tarball as a registry gave it. */
export interface PublishedTarball {
  readonly name: ToolkitName;
  readonly version: Version;
  /** Name of the registry. */
  readonly registry: string;
  readonly tarball: Uint8Array;
  readonly packument: Packument;
}

/** Opens the tarball that a registry gave for a version, and compares it with what the registry says of that version.
 * @throws ToolbaseError BAD_REGISTRY when it is of another toolkit or needs others than the registry says;
 * BAD_ARCHIVE, BAD_MANIFEST */
export function openPublished(given: PublishedTarball): OpenedToolkit {
  const { name, version, registry } = given;
  const label = `${name} ${version} from the registry ${registry}`;
  const toolkit = openToolkit(given.tarball, label);
  const { manifest } = toolkit;
  if (manifest.name !== name || manifest.version !== version)
    throw new ToolbaseError('BAD_REGISTRY', `${label} is ${manifest.name} ${manifest.version} inside`);
  const stated = given.packument.versions[version]?.toolkitDependencies ?? {};
  if (canonicalJson(stated) !== canonicalJson(manifest.toolkitDependencies))
    throw new ToolbaseError('BAD_REGISTRY', `${label} needs other toolkits than the registry says`);
  return toolkit;
}

import {
  type Digest,
  type Integrity,
  isToolbaseError,
  ToolbaseError,
  type ToolkitName,
  Version,
} from '../../kernel/index.ts';
import { diffManifests, type ManifestDiff, predecessorOf } from '../../lockfile/index.ts';
import {
  type CheckSignatures,
  type Packument,
  type Registry,
  TARBALL_MAX_BYTES,
  type WritableRegistry,
} from '../../registry/index.ts';
import { auditPackage, type MachineTraces, type PackageFinding } from '../audit-package.ts';
import { UNBUNDLED, unbundledOperations } from '../../manifest/index.ts';
import { lostDependencies } from '../lost-dependencies.ts';
import { openPublished } from '../open-published.ts';
import { type OpenedToolkit, openToolkit } from '../open-toolkit.ts';
import {
  NO_PERMISSIONS,
  type PublishPermissions,
  type PublishRefusal,
  publishRefusals,
} from '../publish-decision.ts';
import { registryPages } from '../registry-pages.ts';
import { namesFolder } from './names-folder.ts';
import { PACKED_TOOLKIT, readArchiveFile } from './read-archive-file.ts';
import { readBundles } from './read-bundles.ts';

/** A tarball, and what its packer has to say: files that were left out, schemas that are served otherwise. */
export interface PackedFolder {
  readonly tarball: Uint8Array;
  readonly warnings: readonly string[];
}

export interface PublishCollaborators {
  /** Where a toolkit of this name goes. */
  readonly registryFor: (name: ToolkitName) => Promise<WritableRegistry>;
  /** Where its dependencies are looked for. */
  readonly registries: () => Promise<readonly Registry[]>;
  /** Packs a toolkit's folder. */
  readonly pack: (folder: string) => Promise<PackedFolder>;
  /** @throws ToolbaseError for signatures that should not be published */
  readonly checkSignatures?: CheckSignatures;
  /** What must not become public unnoticed. */
  readonly machine: MachineTraces;
}

export interface PublishOptions {
  /** Files with sigstore bundles over the tarball. */
  readonly signatures?: readonly string[];
  /** Do nothing, only say what would be done. */
  readonly dryRun?: boolean;
  readonly allowed?: PublishPermissions;
  /** Tag to publish under on a server; by default the one that its versions ask for. */
  readonly tag?: string | undefined;
}

export interface PublishResult {
  /** `refused`: nothing was published. `would-publish`: in a dry run. */
  readonly outcome: 'published' | 'unchanged' | 'refused' | 'would-publish';
  readonly refusals: readonly PublishRefusal[];
  readonly name: ToolkitName;
  readonly version: Version;
  readonly registry: string;
  readonly integrity: Integrity;
  readonly treeDigest: Digest;
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[];
  readonly findings: readonly PackageFinding[];
  /** What its author should look at beside that. */
  readonly warnings: readonly string[];
  /** From the version that it succeeds in this registry; absent for a first version. */
  readonly change?: ManifestDiff;
}

/** Publishes a packed toolkit, or a toolkit's folder, which is packed first. What seems to hold credentials is refused,
 * and what breaks its callers under a version number that promises otherwise.
 * @param target path of a `.tgz` or of a folder
 * @throws ToolbaseError NOT_FOUND, BAD_ARCHIVE, BAD_MANIFEST, ALREADY_EXISTS, NOT_WRITABLE, and what packing throws */
export async function publish(
  target: string,
  { registryFor, registries, pack, machine, checkSignatures }: PublishCollaborators,
  { dryRun = false, allowed = NO_PERMISSIONS, tag, signatures: files = [] }: PublishOptions = {},
): Promise<PublishResult> {
  const { tarball, warnings: said } = await tarballOf(target, pack);
  const toolkit = openToolkit(tarball, target);
  const { name, version, toolkitDependencies } = toolkit.manifest;
  const registry = await registryFor(name);
  const bundles = await readBundles(files);
  await checkSignatures?.({ name, version, registry: registry.name, tarball, bundles });
  const packument = await registry.packument(name);
  const there = isThere(packument, toolkit, registry);
  const findings = await auditPackage(toolkit.entries, machine);
  const change = there ? undefined : await changeFrom(packument, toolkit, registry, allowed.breaks);
  const refusals = there ? [] : publishRefusals(findings, change, allowed);
  const around = async () => [registry, ...(await registries())];
  const warnings = there ? [] : [...new Set([...said, ...(await warningsOf(toolkit, around))])];
  const result = {
    refusals,
    warnings,
    name,
    version,
    registry: registry.name,
    integrity: toolkit.integrity,
    treeDigest: toolkit.treeDigest,
    files: toolkit.entries.map(({ path, bytes }) => ({ path, sizeBytes: bytes.length })),
    findings,
    ...(change === undefined ? {} : { change }),
  };
  if (refusals.length > 0) return { outcome: 'refused', ...result };
  if (dryRun) return { outcome: there ? 'unchanged' : 'would-publish', ...result };
  const { outcome } = await registry.publish({
    name,
    version,
    tarball,
    toolkitDependencies,
    ...registryPages(toolkit.entries, target),
    ...(bundles.length === 0 ? {} : { signatures: bundles }),
    ...(tag === undefined ? {} : { tag }),
  });
  return { outcome, ...result };
}

async function warningsOf(
  { manifest }: OpenedToolkit,
  registries: () => Promise<readonly Registry[]>,
): Promise<string[]> {
  const lost = await lostDependencies(manifest.toolkitDependencies, registries);
  return [
    ...unbundledOperations(manifest).map((operation) => `operation ${operation} ${UNBUNDLED}`),
    ...lost.map(({ fault }) => `toolkitDependencies: ${fault}`),
  ];
}

/** What changed since the version of this registry whose users may get the new one without asking.
 * @param allowed the author takes any change: a version that cannot be compared is then no fault */
async function changeFrom(
  packument: Packument | undefined,
  { manifest }: OpenedToolkit,
  registry: Registry,
  allowed: boolean,
): Promise<ManifestDiff | undefined> {
  const { name, version } = manifest;
  const published = Object.keys(packument?.versions ?? {}).map((text) => Version.parse(text));
  const before = predecessorOf(version, published);
  if (before === undefined || packument === undefined) return undefined;
  try {
    const tarball = await registry.tarball(name, before);
    const predecessor = openPublished({ name, version: before, registry: registry.name, tarball, packument });
    return diffManifests(predecessor.manifest, manifest);
  } catch (cause) {
    if (allowed && isToolbaseError(cause)) return undefined;
    throw cause;
  }
}

/** @throws ToolbaseError ALREADY_EXISTS when other bytes are there */
function isThere(
  packument: Packument | undefined,
  { manifest: { name, version }, integrity }: OpenedToolkit,
  registry: Registry,
): boolean {
  const published = packument?.versions[version];
  if (published === undefined) return false;
  if (published.integrity === integrity) return true;
  throw new ToolbaseError(
    'ALREADY_EXISTS',
    `${name} ${version} is in the registry ${registry.name} with other contents`,
    { hint: 'A published version never changes: raise the version in package.json and publish that.' },
  );
}

const tarballOf = async (target: string, pack: PublishCollaborators['pack']): Promise<PackedFolder> =>
  namesFolder(target, 'Name a packed toolkit (.tgz) or a folder with toolkit.yaml.')
    ? pack(target)
    : { tarball: await readArchiveFile(target, TARBALL_MAX_BYTES, PACKED_TOOLKIT), warnings: [] };

import semver from 'semver';
import {
  type Digest,
  type Integrity,
  isToolbaseError,
  meantHint,
  nearMatches,
  ToolbaseError,
  type ToolkitName,
  Version,
} from '../../kernel/index.ts';
import type { Provenance, ToolkitManifest } from '../../manifest/index.ts';
import { findToolkit, newestOf, notFoundWords, type Packument, type Registry } from '../../registry/index.ts';
import type { SignedPackage, Signer } from '../../signature/index.ts';
import { openPublished } from '../open-published.ts';

/** A published version of a toolkit, as its own files and its registry tell of it. */
export interface ToolkitView {
  readonly name: ToolkitName;
  readonly version: Version;
  readonly registry: string;
  readonly deprecated?: string;
  readonly publishedAt?: string;
  /** Highest first. */
  readonly versions: readonly { readonly version: Version; readonly deprecated?: string }[];
  readonly distTags: Packument['distTags'];
  readonly integrity: Integrity;
  readonly treeDigest: Digest;
  /** Of the tarball. */
  readonly sizeBytes: number;
  readonly manifest: ToolkitManifest;
  /** What the author says of where it comes from; absent in packages without a record. */
  readonly provenance?: Provenance;
  /** Signatures that came with it. */
  readonly signatures: number;
  /** Who vouches for it; absent when the settings trust nobody, so that no signature was checked. */
  readonly signers?: readonly Signer[];
}

/** Looks at one version of a toolkit: fetches and checks its tarball, installs nothing and runs none of its code.
 * @param wanted a version, range or tag; default: what one gets unasked
 * @throws ToolbaseError UNKNOWN_TOOLKIT, NO_VERSION, INTEGRITY_MISMATCH, BAD_ARCHIVE, BAD_MANIFEST, REGISTRY_UNAVAILABLE, … */
export async function viewToolkit(
  { name, wanted }: { readonly name: ToolkitName; readonly wanted?: string | undefined },
  registries: readonly Registry[],
  vouchers?: (signed: SignedPackage) => Promise<Signer[]>,
): Promise<ToolkitView> {
  const found = await findToolkit(registries, name);
  if (found === undefined) throw await unknownToolkit(name, registries);
  const { registry, packument } = found;
  const version = chosenVersion(packument, wanted);
  const tarball = await registry.tarball(name, version);
  const toolkit = openPublished({ name, version, registry: registry.name, tarball, packument });
  const bundles = (await registry.signatures?.(name, version)) ?? [];
  const signers = await vouchers?.({ name, version, registry: registry.name, tarball, bundles });
  const { deprecated, publishedAt } = packument.versions[version] ?? {};
  return {
    name,
    version,
    registry: registry.name,
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    versions: sortedVersions(packument),
    distTags: packument.distTags,
    integrity: toolkit.integrity,
    treeDigest: toolkit.treeDigest,
    sizeBytes: tarball.length,
    manifest: toolkit.manifest,
    ...(toolkit.provenance === undefined ? {} : { provenance: toolkit.provenance }),
    signatures: bundles.length,
    ...(signers === undefined ? {} : { signers }),
  };
}

const versionsIn = (packument: Packument): Version[] =>
  Object.keys(packument.versions)
    .map((text) => Version.parse(text))
    .sort(semver.rcompare);

const sortedVersions = (packument: Packument): ToolkitView['versions'] =>
  versionsIn(packument).map((version) => {
    const deprecated = packument.versions[version]?.deprecated;
    return { version, ...(deprecated === undefined ? {} : { deprecated }) };
  });

/** A tag, else the highest version of the range; one that is not deprecated where there is a choice. */
function chosenVersion(packument: Packument, wanted: string | undefined): Version {
  const versions = versionsIn(packument);
  const tagged = wanted === undefined ? newestOf(packument) : packument.distTags[wanted];
  if (tagged !== undefined) return tagged;
  const fitting = versions.filter((version) => semver.satisfies(version, wanted ?? '*'));
  const sound = fitting.filter((version) => packument.versions[version]?.deprecated === undefined);
  const [version] = sound.length > 0 ? sound : fitting;
  if (version !== undefined) return version;
  throw new ToolbaseError(
    'NO_VERSION',
    `no version or tag of ${packument.name} is ${JSON.stringify(wanted)}`,
    {
      hint: `${meantTag(packument, wanted)}There are ${[...Object.keys(packument.distTags), ...versions].slice(0, 12).join(', ')}.`,
    },
  );
}

/** What is no range is meant as a tag. */
function meantTag({ distTags }: Packument, wanted: string | undefined): string {
  if (wanted === undefined || semver.validRange(wanted) !== null) return '';
  const near = nearMatches(wanted, Object.keys(distTags));
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
}

async function unknownToolkit(name: ToolkitName, registries: readonly Registry[]): Promise<ToolbaseError> {
  const known = new Set<string>();
  for (const registry of registries)
    try {
      for (const toolkit of await registry.names()) known.add(toolkit);
    } catch (cause) {
      if (!isToolbaseError(cause)) throw cause;
    }
  return new ToolbaseError('UNKNOWN_TOOLKIT', notFoundWords(name, registries), {
    hint: meantHint(name, [...known]),
  });
}

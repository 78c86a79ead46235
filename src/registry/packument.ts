import semver from 'semver';
import { z } from 'zod';
import { Integrity, ToolkitName, Version } from '../kernel/index.ts';

/** A longer description is cut when a version is published. */
export const DESCRIPTION_MAX_CHARS = 300;

export const Release = z.strictObject({
  /** Of the tarball. */
  integrity: Integrity,
  /** Semver ranges of the toolkits that this version needs. */
  toolkitDependencies: z.record(ToolkitName, z.string().max(100)),
  /** What it is for, in a line, where the registry keeps that. */
  description: z.string().max(DESCRIPTION_MAX_CHARS).optional(),
  /** Why this version should not be chosen any more. */
  deprecated: z.string().max(400).optional(),
  /** When it was published, in UTC, where the registry says so. */
  publishedAt: z.iso.datetime().optional(),
});
export type Release = z.output<typeof Release>;

/** `release.json` beside the tarball of each version: what the packument is put together from. */
export const ReleaseRecord = Release.extend({ formatVersion: z.literal(1) });

export const DistTag = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9-]*$/, 'must be a tag, such as latest');

/** All that a registry says of one toolkit, without its tarballs. */
export const Packument = z.strictObject({
  formatVersion: z.literal(1),
  name: ToolkitName,
  distTags: z.record(DistTag, Version),
  versions: z.record(Version, Release),
});
export type Packument = z.output<typeof Packument>;

/** The versions of a packument, in no particular order. */
export const versionsOf = ({ versions }: Packument): Version[] => Object.keys(versions) as Version[];

/** The version that one gets unasked: tagged `latest`, else the highest. Undefined when there is none. */
export const newestOf = (packument: Packument): Version | undefined =>
  packument.distTags['latest'] ?? latestOf(versionsOf(packument));

/** By npm's rule: the highest release, or the highest pre-release while there is no release. */
export function latestOf(versions: readonly Version[]): Version | undefined {
  const releases = versions.filter((version) => semver.prerelease(version) === null);
  return (releases.length > 0 ? releases : [...versions]).sort(semver.compare).at(-1);
}

/** Persisted formats of this module, by the name of their JSON Schema. */
export const registryFormats = { packument: Packument, release: ReleaseRecord };

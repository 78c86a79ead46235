import { z } from 'zod';
import { Digest, PackagePath, type ToolkitName, type Version } from '../../kernel/index.ts';

/** Folder that holds everything inside a loadout archive. */
export const ARCHIVE_ROOT = 'loadout/';

/** Files of a loadout archive that are always there, beside `archive.json`. */
export const ARCHIVE_FILES = {
  loadout: 'loadout.yaml',
  lock: 'loadout.lock',
  readme: 'README.md',
  sbom: 'sbom.spdx.json',
  settings: 'settings.template.yaml',
} as const;

export const MANIFEST_FILE = 'archive.json';

/** `archive.json` in a loadout archive: what kind of archive it is, and the digest of every other file. */
export const ArchiveManifest = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('loadout-archive'),
  /** The lock's own, said here for readers. */
  lockDigest: Digest,
  interfaceDigest: Digest,
  /** True when the toolkits' tarballs are left out: they then come from registries, by their integrity. */
  thin: z.boolean(),
  /** sha256 of every other file, by path. */
  files: z.record(PackagePath, Digest),
});
export type ArchiveManifest = z.output<typeof ArchiveManifest>;

/** Persisted formats of this module, by the name of their JSON Schema. */
export const archiveFormats = { 'loadout-archive': ArchiveManifest };

/** Where a toolkit's tarball is. */
export const tarballPath = (name: ToolkitName, version: Version): string => `toolkits/${name}-${version}.tgz`;

/** Where the signatures of a toolkit are, when they were put in. */
export const signaturesPath = (name: ToolkitName, version: Version): string =>
  `signatures/${name}-${version}.json`;

/** Where a skill's folder is. */
export const skillFolder = (toolkit: ToolkitName, skill: string): string => `skills/${toolkit}/${skill}`;

/** Where the file that pins an environment is, and what belongs beside it. */
export const environmentFolder = (toolkit: ToolkitName, environment: string): string =>
  `environments/${toolkit}/${environment}`;

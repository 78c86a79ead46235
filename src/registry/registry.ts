import type { Integrity, ToolkitName, Version } from '../kernel/index.ts';
import type { Packument } from './packument.ts';

/** Where published toolkits are found. What it gives is checked, never trusted. */
export interface Registry {
  /** Under which locks and loadouts name it. */
  readonly name: string;
  /** Undefined when the registry does not have the toolkit. @throws ToolbaseError BAD_REGISTRY, REGISTRY_UNAVAILABLE */
  packument(name: ToolkitName): Promise<Packument | undefined>;
  /** Bytes of a published version, their integrity checked against the packument.
   * @throws ToolbaseError NO_VERSION, INTEGRITY_MISMATCH, BAD_REGISTRY, REGISTRY_UNAVAILABLE */
  tarball(name: ToolkitName, version: Version): Promise<Uint8Array>;
  /** Sorted. */
  names(): Promise<ToolkitName[]>;
}

/** What a publisher hands in. The caller has read name, version and dependencies out of the tarball. */
export interface Submission {
  readonly name: ToolkitName;
  readonly version: Version;
  readonly tarball: Uint8Array;
  readonly toolkitDependencies: Readonly<Record<ToolkitName, string>>;
}

export interface WritableRegistry extends Registry {
  /** Publishes a version, for good. The same bytes again change nothing.
   * @throws ToolbaseError ALREADY_EXISTS for other bytes, NOT_WRITABLE */
  publish(submission: Submission): Promise<{ outcome: 'published' | 'unchanged'; integrity: Integrity }>;
}

import type { Integrity, Json, ToolkitName, Version } from '../kernel/index.ts';
import type { Packument } from './packument.ts';

/** Where published toolkits are found. What it gives is checked, never trusted. */
export interface Registry {
  /** Under which locks and loadouts name it. */
  readonly name: string;
  /** Whether a toolkit of this name is looked for here at all. Absent: every one is. */
  looksFor?(name: ToolkitName): boolean;
  /** Undefined when the registry does not have the toolkit. @throws ToolbaseError BAD_REGISTRY, REGISTRY_UNAVAILABLE */
  packument(name: ToolkitName): Promise<Packument | undefined>;
  /** Bytes of a published version, their integrity checked against the packument.
   * @param expected what a lock states: other bytes are refused, and bytes at hand are not fetched again
   * @throws ToolbaseError NO_VERSION, INTEGRITY_MISMATCH, BAD_REGISTRY, REGISTRY_UNAVAILABLE */
  tarball(name: ToolkitName, version: Version, expected?: Integrity): Promise<Uint8Array>;
  /** Sorted. */
  names(): Promise<ToolkitName[]>;
  /** Toolkits that match some words, best first; all of them for no words.
   * @throws ToolbaseError UNSUPPORTED for a registry without search, REGISTRY_UNAVAILABLE, … */
  search(text: string, limit: number): Promise<ToolkitSummary[]>;
  /** Sigstore bundles that came with a version: parsed JSON, nothing of it checked. Absent where there are none. */
  signatures?(name: ToolkitName, version: Version): Promise<readonly Json[]>;
}

/** A toolkit that a search found. */
export interface ToolkitSummary {
  readonly name: ToolkitName;
  /** Tagged `latest`, else the highest. */
  readonly version: Version;
  readonly description: string;
  readonly deprecated?: string;
}

/** What a publisher hands in. The caller has read name, version and dependencies out of the tarball. */
export interface Submission {
  readonly name: ToolkitName;
  readonly version: Version;
  readonly tarball: Uint8Array;
  readonly toolkitDependencies: Readonly<Record<ToolkitName, string>>;
  /** The tarball's `package.json`, for registries that show more of a version than what is above. */
  readonly packageJson?: Readonly<Record<string, Json | undefined>>;
  /** Markdown for the registry's page of the toolkit. */
  readonly readme?: string;
  /** Sigstore bundles over the tarball. */
  readonly signatures?: readonly Json[] | undefined;
  /** Tag to publish under, where tags are not derived. */
  readonly tag?: string;
}

export interface WritableRegistry extends Registry {
  /** Publishes a version, for good. The same bytes again change nothing.
   * @throws ToolbaseError ALREADY_EXISTS for other bytes, NOT_WRITABLE */
  publish(submission: Submission): Promise<{ outcome: 'published' | 'unchanged'; integrity: Integrity }>;
}

import {
  type Digest,
  type Integrity,
  ordinalCompare,
  type ToolkitName,
  type Version,
} from '../kernel/index.ts';
import type { Lock } from '../lockfile/index.ts';

/** State of a locked toolkit in the store. */
export type Presence = 'present' | 'missing' | 'changed';

export interface InstallStep {
  /** `replace`: the files were changed after they had been installed. */
  readonly action: 'keep' | 'fetch' | 'replace';
  readonly name: ToolkitName;
  readonly version: Version;
  readonly registry: string;
  readonly integrity: Integrity;
  readonly treeDigest: Digest;
}

const ACTIONS = { present: 'keep', missing: 'fetch', changed: 'replace' } as const;

/** What installing a lock has to do, in order of name. */
export const planInstall = (lock: Lock, presence: ReadonlyMap<Digest, Presence>): InstallStep[] =>
  Object.entries(lock.toolkits)
    .map(([name, { version, registry, integrity, treeDigest }]) => ({
      action: ACTIONS[presence.get(treeDigest) ?? 'missing'],
      name: name as ToolkitName,
      version,
      registry,
      integrity,
      treeDigest,
    }))
    .sort((a, b) => ordinalCompare(a.name, b.name));

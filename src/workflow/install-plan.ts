import {
  type Digest,
  type Integrity,
  ordinalCompare,
  type ToolkitName,
  type Version,
} from '../kernel/index.ts';
import type { Lock, LockedEnvironment } from '../lockfile/index.ts';

/** State of a locked toolkit in the store. */
export type Presence = 'present' | 'missing' | 'changed';

export interface EnvironmentStep {
  readonly action: 'keep' | 'build' | 'replace';
  readonly name: string;
  readonly kind: LockedEnvironment['kind'];
}

/** State of a locked toolkit's files and environments on this machine. */
export interface ToolkitPresence {
  readonly files: Presence;
  /** By name; one that is not named is missing. */
  readonly environments: ReadonlyMap<string, Presence>;
}

export interface InstallStep {
  /** `replace`: the files were changed after they had been installed. */
  readonly action: 'keep' | 'fetch' | 'replace';
  readonly name: ToolkitName;
  readonly version: Version;
  readonly registry: string;
  readonly integrity: Integrity;
  readonly treeDigest: Digest;
  /** In order of name; built when all files are there. */
  readonly environments: readonly EnvironmentStep[];
}

const ACTIONS = { present: 'keep', missing: 'fetch', changed: 'replace' } as const;
const ENVIRONMENT_ACTIONS = { present: 'keep', missing: 'build', changed: 'replace' } as const;

/** What installing a lock has to do, in order of name. */
export const planInstall = (lock: Lock, presence: ReadonlyMap<Digest, ToolkitPresence>): InstallStep[] =>
  Object.entries(lock.toolkits)
    .map(([name, { version, registry, integrity, treeDigest, environments }]) => ({
      action: ACTIONS[presence.get(treeDigest)?.files ?? 'missing'],
      name: name as ToolkitName,
      version,
      registry,
      integrity,
      treeDigest,
      environments: environmentSteps(environments, presence.get(treeDigest)?.environments),
    }))
    .sort((a, b) => ordinalCompare(a.name, b.name));

const environmentSteps = (
  locked: Readonly<Record<string, LockedEnvironment>>,
  presence: ReadonlyMap<string, Presence> | undefined,
): EnvironmentStep[] =>
  Object.entries(locked)
    .map(([name, { kind }]) => ({
      action: ENVIRONMENT_ACTIONS[presence?.get(name) ?? 'missing'],
      name,
      kind,
    }))
    .sort((a, b) => ordinalCompare(a.name, b.name));

import {
  type Digest,
  type Integrity,
  ordinalCompare,
  type ToolkitName,
  type Version,
} from '../kernel/index.ts';
import { type Lock, type LockedEnvironment, toolkitsOf } from '../lockfile/index.ts';

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

interface ToolkitStep {
  /** `replace`: the files were changed after they had been installed. */
  readonly action: 'keep' | 'fetch' | 'replace';
  readonly name: ToolkitName;
  readonly version: Version;
  readonly treeDigest: Digest;
  /** In order of name; built when all files are there. */
  readonly environments: readonly EnvironmentStep[];
}

export interface FetchStep extends ToolkitStep {
  readonly registry: string;
  readonly integrity: Integrity;
}

/** A toolkit that is packed from a working tree. */
export interface LinkStep extends ToolkitStep {
  readonly linked: true;
  /** From the lock's folder. */
  readonly path: string;
}

export type InstallStep = FetchStep | LinkStep;

const ACTIONS = { present: 'keep', missing: 'fetch', changed: 'replace' } as const;
const ENVIRONMENT_ACTIONS = { present: 'keep', missing: 'build', changed: 'replace' } as const;

/** What installing a lock has to do, in order of name. */
export const planInstall = (lock: Lock, presence: ReadonlyMap<Digest, ToolkitPresence>): InstallStep[] =>
  Object.entries(toolkitsOf(lock))
    .map(([name, toolkit]): InstallStep => {
      const { version, treeDigest, environments } = toolkit;
      const step = {
        action: ACTIONS[presence.get(treeDigest)?.files ?? 'missing'],
        name: name as ToolkitName,
        version,
        treeDigest,
        environments: environmentSteps(environments, presence.get(treeDigest)?.environments),
      };
      if ('linked' in toolkit) return { ...step, linked: true, path: toolkit.path };
      return { ...step, registry: toolkit.registry, integrity: toolkit.integrity };
    })
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

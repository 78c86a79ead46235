import semver from 'semver';
import { ordinalCompare, type ToolkitName, type Version } from '../kernel/index.ts';
import type { Loadout } from '../loadout/index.ts';
import type { Lock } from '../lockfile/index.ts';
import type { Packument } from '../registry/index.ts';
import { newestVersion } from './default-range.ts';

/** A toolkit of which something newer may be had, or that somebody advises against. */
export interface OutdatedToolkit {
  readonly name: ToolkitName;
  /** The locked version; absent when it is not locked yet. */
  readonly current?: Version;
  /** The version that an update would take; absent when it would not be needed any more. */
  readonly wanted?: Version;
  /** The newest version there is, whatever the loadout asks for. */
  readonly latest?: Version;
  /** Why the locked version should not be used any more. */
  readonly deprecated?: string;
  /** The locked version is not published any more. */
  readonly unpublished?: true;
  /** Who asks for it: `loadout`, and toolkits. */
  readonly askedBy: readonly string[];
}

/** Which toolkits of a lock are behind, sorted by name. Those that only other toolkits ask for count when an update
 * would move them, or when they are deprecated or gone.
 * @param wanted versions of a resolution that keeps nothing @param packuments of all that either has */
export function outdatedToolkits(
  lock: Lock,
  loadout: Loadout,
  wanted: ReadonlyMap<ToolkitName, Version>,
  packuments: ReadonlyMap<ToolkitName, Packument>,
): OutdatedToolkit[] {
  const names = new Set([...(Object.keys(lock.toolkits) as ToolkitName[]), ...wanted.keys()]);
  return [...names].sort(ordinalCompare).flatMap((name) => {
    const row = rowOf(name, { lock, loadout, wanted: wanted.get(name), packument: packuments.get(name) });
    return isBehind(row) ? [row] : [];
  });
}

function rowOf(
  name: ToolkitName,
  known: {
    readonly lock: Lock;
    readonly loadout: Loadout;
    readonly wanted: Version | undefined;
    readonly packument: Packument | undefined;
  },
): OutdatedToolkit {
  const { lock, loadout, wanted, packument } = known;
  const current = Object.hasOwn(lock.toolkits, name) ? lock.toolkits[name]?.version : undefined;
  const release = current === undefined ? undefined : packument?.versions[current];
  const latest = newestVersion(packument);
  const users = Object.entries(lock.toolkits).filter(([, { dependencies }]) =>
    Object.hasOwn(dependencies, name),
  );
  return {
    name,
    ...(current === undefined ? {} : { current }),
    ...(wanted === undefined ? {} : { wanted }),
    ...(latest === undefined ? {} : { latest }),
    ...(release?.deprecated === undefined ? {} : { deprecated: release.deprecated }),
    ...(current !== undefined && packument !== undefined && release === undefined
      ? { unpublished: true }
      : {}),
    askedBy: [
      ...(Object.hasOwn(loadout.toolkits, name) ? ['loadout'] : []),
      ...users.map(([user]) => user).sort(ordinalCompare),
    ],
  };
}

function isBehind({ current, wanted, latest, deprecated, unpublished, askedBy }: OutdatedToolkit): boolean {
  if (current !== wanted || deprecated !== undefined || unpublished === true) return true;
  return (
    askedBy[0] === 'loadout' && current !== undefined && latest !== undefined && semver.gt(latest, current)
  );
}

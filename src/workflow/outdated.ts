import semver from 'semver';
import { ordinalCompare, type ToolkitName, type Version } from '../kernel/index.ts';
import type { Loadout } from '../loadout/index.ts';
import type { Lock, LockedToolkit } from '../lockfile/index.ts';
import type { Packument } from '../registry/index.ts';
import { newestVersion } from './default-range.ts';
import { standingOf, whereLocked } from './standing.ts';

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
  /** It is published with other bytes than the locked ones. */
  readonly republished?: true;
  /** No registry of this machine has the toolkit: what to do. */
  readonly notFound?: string;
  /** Who asks for it: `loadout`, and toolkits. */
  readonly askedBy: readonly string[];
}

interface KnownPackuments {
  readonly packuments: ReadonlyMap<ToolkitName, Packument>;
  /** Names of the registries of this machine. */
  readonly registries: readonly string[];
}

/** Which toolkits of a lock are behind, sorted by name. Those that only other toolkits ask for count when an update
 * would move them, or when they are deprecated or gone.
 * @param wanted versions of a resolution that keeps nothing @param found of all that either has */
export function outdatedToolkits(
  lock: Lock,
  loadout: Loadout,
  wanted: ReadonlyMap<ToolkitName, Version>,
  found: KnownPackuments,
): OutdatedToolkit[] {
  const names = new Set([...(Object.keys(lock.toolkits) as ToolkitName[]), ...wanted.keys()]);
  return [...names].sort(ordinalCompare).flatMap((name) => {
    const row = rowOf(name, { lock, loadout, wanted: wanted.get(name), found });
    return isBehind(row) ? [row] : [];
  });
}

function rowOf(
  name: ToolkitName,
  known: {
    readonly lock: Lock;
    readonly loadout: Loadout;
    readonly wanted: Version | undefined;
    readonly found: KnownPackuments;
  },
): OutdatedToolkit {
  const { lock, loadout, wanted, found } = known;
  const packument = found.packuments.get(name);
  const locked = Object.hasOwn(lock.toolkits, name) ? lock.toolkits[name] : undefined;
  const current = locked?.version;
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
    ...(locked === undefined ? {} : standingMarks(locked, packument, found.registries)),
    askedBy: [
      ...(Object.hasOwn(loadout.toolkits, name) ? ['loadout'] : []),
      ...users.map(([user]) => user).sort(ordinalCompare),
    ],
  };
}

function standingMarks(
  locked: LockedToolkit,
  packument: Packument | undefined,
  registries: readonly string[],
): Pick<OutdatedToolkit, 'unpublished' | 'republished' | 'notFound'> {
  const standing = standingOf(locked, packument, registries);
  return {
    ...(standing === 'unpublished' ? { unpublished: true } : {}),
    ...(standing === 'republished' ? { republished: true } : {}),
    ...(packument === undefined ? { notFound: whereLocked(locked.registry, registries) } : {}),
  };
}

function isBehind(row: OutdatedToolkit): boolean {
  const { current, wanted, latest, deprecated, askedBy } = row;
  if (current !== wanted || deprecated !== undefined) return true;
  if (row.unpublished === true || row.republished === true || row.notFound !== undefined) return true;
  return (
    askedBy[0] === 'loadout' && current !== undefined && latest !== undefined && semver.gt(latest, current)
  );
}

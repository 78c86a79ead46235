import { ordinalCompare, type ToolkitName, type Version } from '../kernel/index.ts';
import type { Loadout } from '../loadout/index.ts';
import type { Lock } from '../lockfile/index.ts';

/** Somebody who asks for a toolkit: the loadout, or a locked toolkit. */
export interface Asker {
  /** Absent: the loadout itself. */
  readonly toolkit?: ToolkitName;
  readonly version?: Version;
  readonly range: string;
  /** The range that counts in its place, by an override of the loadout. */
  readonly override?: string;
}

/** One step from the loadout to a toolkit. */
export interface ChainLink extends Asker {
  readonly asksFor: ToolkitName;
}

/** All who ask for a toolkit, the loadout first, then by name. */
export function askersOf(name: ToolkitName, lock: Lock, loadout: Loadout): Asker[] {
  const own = ownEntry(loadout.toolkits, name);
  const override = ownEntry(loadout.overrides ?? {}, name);
  const users = (Object.entries(lock.toolkits) as [ToolkitName, Lock['toolkits'][ToolkitName]][])
    .filter(([, { dependencies }]) => Object.hasOwn(dependencies, name))
    .sort(([a], [b]) => ordinalCompare(a, b));
  return [
    ...(own === undefined ? [] : [{ range: own.version }]),
    ...users.map(([toolkit, { version, dependencies }]) => ({
      toolkit,
      version,
      range: dependencies[name] ?? '*',
      ...(override === undefined ? {} : { override }),
    })),
  ];
}

/** A shortest way from the loadout to a toolkit, or undefined when nobody asks for it any more. */
export function requestChain(name: ToolkitName, lock: Lock, loadout: Loadout): ChainLink[] | undefined {
  const ways = new Map<ToolkitName, ChainLink[]>();
  const named = (Object.keys(loadout.toolkits) as ToolkitName[])
    .filter((each) => Object.hasOwn(lock.toolkits, each))
    .sort(ordinalCompare);
  for (const each of named)
    ways.set(each, [{ asksFor: each, range: ownEntry(loadout.toolkits, each)?.version ?? '*' }]);
  // The map grows while it is walked: breadth first.
  for (const [from, way] of ways) {
    const locked = lock.toolkits[from];
    for (const next of (Object.keys(locked?.dependencies ?? {}) as ToolkitName[]).sort(ordinalCompare)) {
      if (ways.has(next)) continue;
      const asker = askersOf(next, lock, loadout).find(({ toolkit }) => toolkit === from);
      if (asker !== undefined) ways.set(next, [...way, { ...asker, asksFor: next }]);
    }
  }
  return ways.get(name);
}

const ownEntry = <T>(record: Readonly<Record<ToolkitName, T>>, name: ToolkitName): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

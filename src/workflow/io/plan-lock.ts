import {
  forEachLimited,
  isToolbaseError,
  ordinalCompare,
  type ToolkitName,
  type Version,
} from '../../kernel/index.ts';
import type { Loadout } from '../../loadout/index.ts';
import { buildLock, type Lock, type LockSource, withApprovals } from '../../lockfile/index.ts';
import { findToolkit, type FoundToolkit, type Registry } from '../../registry/index.ts';
import { resolve, type Rules } from '../../resolver/index.ts';
import { lockChanges } from '../lock-changes.ts';
import { lockSource, refuseRepublished } from '../lock-source.ts';
import { lockWarnings } from '../lock-warnings.ts';
import { oldEnough, type ReleaseAge } from '../release-age.ts';
import { type Chosen, resolutionNotes } from '../resolution-notes.ts';
import { unresolved } from '../unresolved.ts';
import type { OnEvent } from '../workflow-event.ts';

const PACKUMENTS_AT_ONCE = 16;
const TARBALLS_AT_ONCE = 4;

/** Which locked versions may move though they still fit: none, all, or those of these toolkits. */
export type Moving = 'none' | 'all' | readonly ToolkitName[];

export interface LockPlanRequest {
  readonly loadout: Loadout;
  /** The lock there is. */
  readonly before: Lock | undefined;
  readonly update: Moving;
  readonly prefer?: Rules['prefer'] | undefined;
}

export interface LockCollaborators {
  /** In the order in which toolkits are looked for. */
  readonly registries: readonly Registry[];
  /** How old a version must be to be taken; any by default. */
  readonly age?: ReleaseAge | undefined;
  readonly onEvent?: OnEvent | undefined;
}

export interface LockPlan {
  readonly lock: Lock;
  /** Against the lock before, in short lines; empty when nothing changes. */
  readonly changes: readonly string[];
  readonly warnings: readonly string[];
  /** Sorted by name. */
  readonly chosen: readonly Chosen[];
}

/** The lock of a loadout. Writes nothing, runs no code of any toolkit.
 * @throws ToolbaseError what findToolkit and buildLock throw; UNKNOWN_TOOLKIT, NO_VERSION, UNSATISFIABLE */
export async function planLock(request: LockPlanRequest, around: LockCollaborators): Promise<LockPlan> {
  const { loadout, before } = request;
  const chosen = await choose(request, around);
  const lock = withApprovals(buildLock(loadout, await fetchSources(chosen, around.onEvent)), before);
  return {
    lock,
    changes: lockChanges(before, lock),
    warnings: [...resolutionNotes(chosen, loadout, { before, age: around.age }), ...lockWarnings(lock)],
    chosen,
  };
}

/** Refuses a plan in which a locked version has other bytes than before. @throws ToolbaseError INTEGRITY_MISMATCH */
export function refuseRepublishedIn({ before, update }: LockPlanRequest, { lock }: LockPlan): void {
  if (update !== 'all' && before !== undefined)
    refuseRepublished(before, lock, new Set(update === 'none' ? [] : update));
}

const lockedVersions = (before: Lock | undefined): [ToolkitName, Version][] =>
  Object.entries(before?.toolkits ?? {}).map(([name, { version }]) => [name as ToolkitName, version]);

function keptVersions(before: Lock | undefined, update: Moving): ReadonlyMap<ToolkitName, Version> {
  if (update === 'all') return new Map();
  const moving = new Set<string>(update === 'none' ? [] : update);
  return new Map(lockedVersions(before).filter(([name]) => !moving.has(name)));
}

async function choose(request: LockPlanRequest, around: LockCollaborators): Promise<Chosen[]> {
  const { loadout, before, update } = request;
  const { registries, age } = around;
  const found = new Map<ToolkitName, FoundToolkit>();
  const locked = new Map(lockedVersions(before));
  const resolution = await resolve({
    requests: Object.entries(loadout.toolkits).map(([name, { version }]) => ({
      name: name as ToolkitName,
      range: version,
    })),
    rules: {
      kept: keptVersions(before, update),
      overrides: new Map(Object.entries(loadout.overrides ?? {}) as [ToolkitName, string][]),
      prefer: request.prefer ?? 'highest',
    },
    versionsOf: atMost(PACKUMENTS_AT_ONCE, async (name: ToolkitName) => {
      const only = Object.hasOwn(loadout.toolkits, name) ? loadout.toolkits[name]?.registry : undefined;
      const toolkit = await findToolkit(registries, name, only);
      if (toolkit === undefined) return undefined;
      found.set(name, toolkit);
      return oldEnough(toolkit.packument, age, locked.get(name));
    }),
  });
  if (resolution.kind !== 'resolved')
    throw unresolved(resolution, { known: await allNames(registries), locked, found });
  around.onEvent?.({ kind: 'resolved', toolkits: resolution.versions.size });
  return [...resolution.versions].map(([name, version]) => {
    const toolkit = found.get(name);
    if (toolkit === undefined) throw new Error(`${name} was chosen but never looked up`);
    return { ...toolkit, name, version };
  });
}

/** The same function, with at most `limit` calls under way: a registry is not asked for a thousand things at once. */
function atMost<T, R>(limit: number, act: (item: T) => Promise<R>): (item: T) => Promise<R> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (item) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await act(item);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

async function allNames(registries: readonly Registry[]): Promise<string[]> {
  const names = await Promise.all(
    registries.map((registry) =>
      registry.names().catch((cause: unknown) => {
        if (isToolbaseError(cause)) return [];
        throw cause;
      }),
    ),
  );
  return [...new Set<string>(names.flat())].sort(ordinalCompare);
}

async function fetchSources(chosen: readonly Chosen[], onEvent: OnEvent | undefined): Promise<LockSource[]> {
  const sources: LockSource[] = [];
  await forEachLimited(chosen, TARBALLS_AT_ONCE, async ({ registry, packument, name, version }) => {
    const tarball = await registry.tarball(name, version);
    sources.push(lockSource({ name, version, registry: registry.name, tarball, packument }));
    onEvent?.({
      kind: 'fetched',
      name,
      version,
      registry: registry.name,
      sizeBytes: tarball.length,
      done: sources.length,
      total: chosen.length,
    });
  });
  return sources;
}

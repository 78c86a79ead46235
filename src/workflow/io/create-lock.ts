import {
  forEachLimited,
  isToolbaseError,
  ordinalCompare,
  reportOf,
  ToolbaseError,
  type ToolkitName,
  type Version,
} from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import { decodeLoadout, type Loadout } from '../../loadout/index.ts';
import { buildLock, diffLocks, type Lock, type LockDiff, type LockSource } from '../../lockfile/index.ts';
import { readLock, writeLock } from '../../lockfile/io/index.ts';
import { findToolkit, type FoundToolkit, type Registry } from '../../registry/index.ts';
import { resolve } from '../../resolver/index.ts';
import { lockChanges } from '../lock-changes.ts';
import { lockPathOf } from '../lock-path.ts';
import { lockWarnings } from '../lock-warnings.ts';
import { lockSource, refuseRepublished } from '../lock-source.ts';
import { unresolved } from '../unresolved.ts';
import type { OnEvent } from '../workflow-event.ts';

const LOADOUT_MAX_BYTES = 1024 * 1024;
const TARBALLS_AT_ONCE = 4;

export interface LockRequest {
  /** Path of `x.yaml`; its lock is `x.lock` beside it. */
  readonly loadoutFile: string;
  /** Write nothing; a lock that is not up to date is LOCK_STALE. */
  readonly check?: boolean | undefined;
  /** Which locked versions may move though they still fit: none (default), all, or those of these toolkits. */
  readonly update?: 'none' | 'all' | readonly ToolkitName[] | undefined;
}

export interface LockResult {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly lockFile: string;
  readonly lock: Lock;
  /** In short lines; empty when unchanged. */
  readonly changes: readonly string[];
  /** From the lock that was there to this one; absent when there was none or nothing changed. */
  readonly diff?: LockDiff;
  readonly warnings: readonly string[];
}

export interface LockCollaborators {
  /** In the order in which toolkits are looked for. */
  readonly registries: readonly Registry[];
  readonly onEvent?: OnEvent | undefined;
}

/** Builds the lock of a loadout and writes it, unless it is there already. Runs no code of any toolkit.
 * @throws ToolbaseError what decodeLoadout, findToolkit and buildLock throw; UNKNOWN_TOOLKIT, NO_VERSION, UNSATISFIABLE;
 * INTEGRITY_MISMATCH when a locked version was published again; LOCK_STALE when only checking; NOT_WRITABLE */
export async function createLock(request: LockRequest, around: LockCollaborators): Promise<LockResult> {
  const lockFile = lockPathOf(request.loadoutFile);
  const loadout = decodeLoadout(
    await readTextBounded(request.loadoutFile, LOADOUT_MAX_BYTES),
    request.loadoutFile,
  );
  const before = await lockBefore(lockFile, request.check === true, around.onEvent);
  const found = await choose(loadout, keptVersions(before, request.update), around);
  const sources = await fetchSources(found, around.onEvent);
  const lock = buildLock(loadout, sources);
  const changes = lockChanges(before, lock);
  if (request.check === true && changes.length > 0) throw stale(lockFile, before, changes);
  if (request.update !== 'all' && before !== undefined)
    refuseRepublished(before, lock, new Set(request.update === 'none' ? [] : request.update));
  const changed = request.check === true ? false : await writeLock(lockFile, lock);
  return {
    outcome: !changed ? 'unchanged' : before === undefined ? 'created' : 'updated',
    lockFile,
    lock,
    changes,
    ...(before === undefined || changes.length === 0 ? {} : { diff: diffLocks(before, lock) }),
    warnings: lockWarnings(lock),
  };
}

/** The lock there is. One that cannot be read is built again, except when it is to be checked. */
async function lockBefore(
  file: string,
  check: boolean,
  onEvent: OnEvent | undefined,
): Promise<Lock | undefined> {
  try {
    return await readLock(file);
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    if (cause.code === 'NOT_FOUND') return undefined;
    if (check || !['LOCK_CONFLICT', 'LOCK_VERSION', 'LOCK_DAMAGED'].includes(cause.code)) throw cause;
    onEvent?.({ kind: 'lock-ignored', file, reason: reportOf(cause).message });
    return undefined;
  }
}

function keptVersions(
  before: Lock | undefined,
  update: LockRequest['update'],
): ReadonlyMap<ToolkitName, Version> {
  if (before === undefined || update === 'all') return new Map();
  const moving = new Set<string>(update === 'none' ? [] : update);
  return new Map(
    Object.entries(before.toolkits)
      .filter(([name]) => !moving.has(name))
      .map(([name, { version }]) => [name as ToolkitName, version]),
  );
}

type Chosen = FoundToolkit & { readonly name: ToolkitName; readonly version: Version };

async function choose(
  loadout: Loadout,
  preferred: ReadonlyMap<ToolkitName, Version>,
  { registries, onEvent }: LockCollaborators,
): Promise<Chosen[]> {
  const found = new Map<ToolkitName, FoundToolkit>();
  const requests = Object.entries(loadout.toolkits).map(([name, { version }]) => ({
    name: name as ToolkitName,
    range: version,
  }));
  const resolution = await resolve({
    requests,
    preferred,
    versionsOf: async (name) => {
      const only = Object.hasOwn(loadout.toolkits, name) ? loadout.toolkits[name]?.registry : undefined;
      const toolkit = await findToolkit(registries, name, only);
      if (toolkit !== undefined) found.set(name, toolkit);
      return toolkit?.packument;
    },
  });
  if (resolution.kind !== 'resolved') throw unresolved(resolution, await allNames(registries));
  onEvent?.({ kind: 'resolved', toolkits: resolution.versions.size });
  return [...resolution.versions].map(([name, version]) => {
    const toolkit = found.get(name);
    if (toolkit === undefined) throw new Error(`${name} was chosen but never looked up`);
    return { ...toolkit, name, version };
  });
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

const stale = (file: string, before: Lock | undefined, changes: readonly string[]): ToolbaseError =>
  new ToolbaseError(
    'LOCK_STALE',
    before === undefined ? `there is no ${file}` : `${file} is not up to date: ${changes.join('; ')}`,
    { hint: 'Run `toolbase lock` with the loadout and commit the lock.' },
  );

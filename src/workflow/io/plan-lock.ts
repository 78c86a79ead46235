import { forEachLimited } from '../../kernel/index.ts';
import { buildLock, type Lock, type LockSource, withApprovals } from '../../lockfile/index.ts';
import { checkMoving } from '../check-moving.ts';
import { lockChanges } from '../lock-changes.ts';
import { linkToolkits } from '../link-toolkits.ts';
import { lockSource } from '../lock-source.ts';
import { lockWarnings } from '../lock-warnings.ts';
import type { Chosen } from '../chosen.ts';
import { resolutionNotes } from '../resolution-notes.ts';
import { refuseRepublished } from '../republished.ts';
import { refuseWithdrawn } from '../withdrawn-version.ts';
import type { OnEvent } from '../workflow-event.ts';
import {
  chooseVersions,
  createShelf,
  type LockCollaborators,
  type VersionRequest,
} from './choose-versions.ts';

const TARBALLS_AT_ONCE = 4;

export interface LockPlan {
  readonly lock: Lock;
  /** Against the lock before, in short lines; empty when nothing changes. */
  readonly changes: readonly string[];
  readonly warnings: readonly string[];
  readonly chosen: readonly Chosen[];
}

/** The lock of a loadout. Writes nothing, runs no code of any toolkit but of working trees, which are
 * packed. @throws ToolbaseError what linkToolkits, chooseVersions, lockSource and buildLock throw;
 * UNKNOWN_TOOLKIT when one that is to move is not there; INTEGRITY_MISMATCH when a locked version was published again */
export async function planLock(request: VersionRequest, around: LockCollaborators): Promise<LockPlan> {
  const { loadout, before, update } = request;
  const trees = await linkToolkits(loadout, around.packTree);
  const chosen = await chooseVersions(request, around, createShelf(request, around, trees));
  if (typeof update !== 'string')
    checkMoving(update, [...chosen.map(({ name }) => name), ...Object.keys(before?.toolkits ?? {})]);
  refuseRepublished(chosen, before, request.accepted ?? []);
  const published = chosen.filter(({ name }) => !trees.has(name));
  const sources = [
    ...(await fetchSources(published, around.onEvent)),
    ...[...trees.values()].map(({ source }) => source),
  ];
  const lock = withApprovals(buildLock(loadout, sources), before);
  return {
    lock,
    chosen,
    changes: lockChanges(before, lock),
    warnings: [...resolutionNotes(chosen, loadout, { before, age: around.age }), ...lockWarnings(lock)],
  };
}

/** Refuses a plan in which a locked version gives way to another though nothing asks for that but what the registry offers.
 * @throws ToolbaseError NO_VERSION */
export function refuseUnaskedMoves({ loadout, before, update }: VersionRequest, plan: LockPlan): void {
  if (update === 'all' || before === undefined) return;
  refuseWithdrawn(plan.chosen, { loadout, before }, new Set(update === 'none' ? [] : update));
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

import {
  isAbsent,
  isToolbaseError,
  meantHint,
  reportOf,
  shellWord,
  ToolbaseError,
  type ToolkitName,
} from '../../kernel/index.ts';
import { readLoadout } from '../../loadout/io/index.ts';
import { diffLocks, encodeLock, type Lock, type LockDiff } from '../../lockfile/index.ts';
import { readLock, writeLock } from '../../lockfile/io/index.ts';
import type { Rules } from '../../resolver/index.ts';
import { lockPathOf } from '../lock-path.ts';
import type { OnEvent } from '../workflow-event.ts';
import type { LockCollaborators, Moving } from './choose-versions.ts';
import { planLock, refuseUnaskedMoves } from './plan-lock.ts';

export interface LockRequest {
  /** Path of `x.yaml`; its lock is `x.lock` beside it. */
  readonly loadoutFile: string;
  /** Write nothing; a lock that is not up to date is LOCK_STALE. */
  readonly check?: boolean | undefined;
  /** Write nothing, only say what would be done. */
  readonly dryRun?: boolean | undefined;
  /** Default: none. */
  readonly update?: Moving | undefined;
  /** Which version to take where several fit. Default: the highest. */
  readonly prefer?: Rules['prefer'] | undefined;
  /** Toolkits whose bytes may change under their locked version. */
  readonly accepted?: readonly ToolkitName[] | undefined;
}

export interface LockResult {
  /** What was done, or would be. */
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly dryRun: boolean;
  readonly lockFile: string;
  readonly lock: Lock;
  /** In short lines; empty when unchanged. */
  readonly changes: readonly string[];
  /** From the lock that was there to this one; absent when there was none or nothing changed. */
  readonly diff?: LockDiff;
  readonly warnings: readonly string[];
}

/** Builds the lock of a loadout and writes it, unless it is there already. Runs no code of any toolkit.
 * @throws ToolbaseError what readLoadout and planLock throw;
 * INTEGRITY_MISMATCH when a locked version was published again, NO_VERSION when it is offered no more; LOCK_STALE when only checking; UNKNOWN_TOOLKIT for one
 * to update that is not there; NOT_WRITABLE */
export async function createLock(request: LockRequest, around: LockCollaborators): Promise<LockResult> {
  const { loadoutFile, check = false, dryRun = false, update = 'none', prefer, accepted } = request;
  const lockFile = lockPathOf(loadoutFile);
  const loadout = await readLoadout(loadoutFile);
  const before = await lockBefore(lockFile, check, around.onEvent);
  const wanted = { loadout, before, update, prefer, accepted };
  const plan = await planLock(wanted, around);
  const { lock, changes, warnings } = plan;
  refuseUnaskedMoves(wanted, plan);
  if (check && changes.length > 0) throw stale({ loadoutFile, lockFile }, before, changes);
  refuseUnknown(update, [before, lock], lockFile);
  if (!check && !dryRun) await writeLock(lockFile, lock);
  return { lockFile, dryRun, warnings, ...comparedWith(before, lock, changes) };
}

/** What a new lock is beside the one before it. */
export const comparedWith = (before: Lock | undefined, lock: Lock, changes: readonly string[]) => ({
  outcome:
    before === undefined
      ? ('created' as const)
      : encodeLock(before) === encodeLock(lock)
        ? ('unchanged' as const)
        : ('updated' as const),
  lock,
  changes,
  ...(before === undefined || changes.length === 0 ? {} : { diff: diffLocks(before, lock) }),
});

/** A misspelt name must not look like a toolkit that has nothing new. */
function refuseUnknown(update: Moving, locks: readonly (Lock | undefined)[], lockFile: string): void {
  if (typeof update === 'string') return;
  const known = new Set(locks.flatMap((lock) => Object.keys(lock?.toolkits ?? {})));
  const unknown = update.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new ToolbaseError('UNKNOWN_TOOLKIT', `${unknown} is not in ${lockFile}`, {
      hint: meantHint(unknown, [...known]),
    });
}

/** The lock there is. One that cannot be read is built again, except when it is to be checked. */
export async function lockBefore(
  file: string,
  check: boolean,
  onEvent: OnEvent | undefined,
): Promise<Lock | undefined> {
  try {
    return await readLock(file);
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    if (!isToolbaseError(cause)) throw cause;
    if (check || !['LOCK_CONFLICT', 'LOCK_VERSION', 'LOCK_DAMAGED'].includes(cause.code)) throw cause;
    onEvent?.({ kind: 'lock-ignored', file, reason: reportOf(cause).message });
    return undefined;
  }
}

const stale = (
  { loadoutFile, lockFile }: { readonly loadoutFile: string; readonly lockFile: string },
  before: Lock | undefined,
  changes: readonly string[],
): ToolbaseError =>
  new ToolbaseError(
    'LOCK_STALE',
    before === undefined ? `there is no ${lockFile}` : `${lockFile} is not up to date: ${changes.join('; ')}`,
    { hint: `Run \`toolbase lock ${shellWord(loadoutFile)}\` and commit the lock.` },
  );

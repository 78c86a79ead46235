import { isToolbaseError, reportOf, ToolbaseError } from '../../kernel/index.ts';
import { readLoadout } from '../../loadout/io/index.ts';
import { diffLocks, type Lock, type LockDiff } from '../../lockfile/index.ts';
import { readLock, writeLock } from '../../lockfile/io/index.ts';
import type { Rules } from '../../resolver/index.ts';
import { lockPathOf } from '../lock-path.ts';
import type { OnEvent } from '../workflow-event.ts';
import { type LockCollaborators, type Moving, planLock, refuseRepublishedIn } from './plan-lock.ts';

export interface LockRequest {
  /** Path of `x.yaml`; its lock is `x.lock` beside it. */
  readonly loadoutFile: string;
  /** Write nothing; a lock that is not up to date is LOCK_STALE. */
  readonly check?: boolean | undefined;
  /** Default: none. */
  readonly update?: Moving | undefined;
  /** Which version to take where several fit. Default: the highest. */
  readonly prefer?: Rules['prefer'] | undefined;
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

/** Builds the lock of a loadout and writes it, unless it is there already. Runs no code of any toolkit.
 * @throws ToolbaseError what readLoadout and planLock throw;
 * INTEGRITY_MISMATCH when a locked version was published again; LOCK_STALE when only checking; NOT_WRITABLE */
export async function createLock(request: LockRequest, around: LockCollaborators): Promise<LockResult> {
  const { loadoutFile, check = false, update = 'none', prefer } = request;
  const lockFile = lockPathOf(loadoutFile);
  const loadout = await readLoadout(loadoutFile);
  const before = await lockBefore(lockFile, check, around.onEvent);
  const wanted = { loadout, before, update, prefer };
  const plan = await planLock(wanted, around);
  const { lock, changes, warnings } = plan;
  if (check && changes.length > 0) throw stale(lockFile, before, changes);
  refuseRepublishedIn(wanted, plan);
  const changed = check ? false : await writeLock(lockFile, lock);
  return {
    outcome: !changed ? 'unchanged' : before === undefined ? 'created' : 'updated',
    lockFile,
    lock,
    changes,
    ...(before === undefined || changes.length === 0 ? {} : { diff: diffLocks(before, lock) }),
    warnings,
  };
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
    if (!isToolbaseError(cause)) throw cause;
    if (cause.code === 'NOT_FOUND') return undefined;
    if (check || !['LOCK_CONFLICT', 'LOCK_VERSION', 'LOCK_DAMAGED'].includes(cause.code)) throw cause;
    onEvent?.({ kind: 'lock-ignored', file, reason: reportOf(cause).message });
    return undefined;
  }
}

const stale = (file: string, before: Lock | undefined, changes: readonly string[]): ToolbaseError =>
  new ToolbaseError(
    'LOCK_STALE',
    before === undefined ? `there is no ${file}` : `${file} is not up to date: ${changes.join('; ')}`,
    { hint: 'Run `toolbase lock` with the loadout and commit the lock.' },
  );

import { jsonEqual } from '../kernel/index.ts';
import type { Loadout } from '../loadout/index.ts';
import { approvedOperations } from './approvals.ts';
import { lockContents, type LockSource } from './build-lock.ts';
import type { Lock } from './lock.ts';
import { contentsOf } from './lock-digests.ts';

/** Whether a loadout gives exactly this lock, with what was approved in it. The lock's digests count as right, as they are
 * in every lock that was read. @param sources of all its toolkits   @throws ToolbaseError what buildLock throws */
export function givesLock(loadout: Loadout, sources: readonly LockSource[], lock: Lock): boolean {
  const built = lockContents(loadout, sources);
  const operations = approvedOperations(built, lock) ?? built.operations;
  return jsonEqual({ ...built, operations }, contentsOf(lock));
}

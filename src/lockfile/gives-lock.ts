import { jsonEqual } from '../kernel/index.ts';
import type { Loadout } from '../loadout/index.ts';
import { withApprovals } from './approvals.ts';
import { buildLock, type LockSource } from './build-lock.ts';

import type { Lock } from './lock.ts';

/** Whether a loadout gives exactly this lock, with what was approved in it.
 * @param sources of all its toolkits   @throws ToolbaseError what buildLock throws */
export const givesLock = (loadout: Loadout, sources: readonly LockSource[], lock: Lock): boolean =>
  jsonEqual(withApprovals(buildLock(loadout, sources), lock), lock);

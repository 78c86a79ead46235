import { ToolbaseError, type ToolkitName } from '../kernel/index.ts';
import type { LinkedToolkit, Lock, LockedToolkit } from './lock.ts';

/** Every toolkit that a lock needs installed, from a registry or from a working tree, by name. */
export const toolkitsOf = (lock: Lock): Readonly<Record<ToolkitName, LockedToolkit | LinkedToolkit>> => ({
  ...lock.toolkits,
  ...lock.linked,
});

/** One of them; the name may come from anywhere. */
export const toolkitIn = (
  lock: Pick<Lock, 'toolkits' | 'linked'>,
  name: string,
): LockedToolkit | LinkedToolkit | undefined =>
  memberOf(lock.linked ?? {}, name) ?? memberOf(lock.toolkits, name);

const memberOf = <T>(members: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined;

/** Names of the toolkits that come from working trees, sorted. */
export const linkedNames = (lock: Lock): ToolkitName[] =>
  (Object.keys(lock.linked ?? {}) as ToolkitName[]).sort();

/** Keeps working trees out of what has to mean the same to somebody else, or tomorrow.
 * @param purpose completes "cannot be": "exported" @throws ToolbaseError LOCK_LINKED */
export function refuseLinked(lock: Lock, label: string, purpose: string): void {
  const names = linkedNames(lock);
  if (names.length === 0) return;
  throw new ToolbaseError(
    'LOCK_LINKED',
    `${label} cannot be ${purpose}: ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} linked from a working tree`,
    {
      hint: 'Publish what is linked, take `path:` out of the loadout, and lock it again.',
    },
  );
}

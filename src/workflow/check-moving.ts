import { meantHint, ToolbaseError, type ToolkitName } from '../kernel/index.ts';

/** Refuses to update a toolkit that is not there: a mistyped name would let nothing move, and look as if nothing newer
 * was to be had.
 * @param moving the names that were given   @param known those in the lock before or after
 * @throws ToolbaseError UNKNOWN_TOOLKIT */
export function checkMoving(moving: readonly ToolkitName[], known: Iterable<string>): void {
  const names = [...new Set(known)];
  const unknown = moving.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new ToolbaseError('UNKNOWN_TOOLKIT', `no toolkit ${unknown} is locked, so it cannot be updated`, {
    hint: meantHint(unknown, names),
  });
}

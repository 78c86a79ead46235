import { ordinalCompare, type ToolkitName } from '../../kernel/index.ts';
import type { Lock, LockedOperation } from '../lock.ts';
import { compareOperations, interfaceOf } from './compare-operations.ts';
import { type Level, highest } from './level.ts';

/** An operation on both sides of a diff, or on one. */
export interface OperationPair {
  readonly before?: LockedOperation;
  readonly after?: LockedOperation;
}

/** Says which operation of one lock became which of the other: first what kept toolkit, operation and exposed name, then
 * the same operation under another exposed name, then whatever else answers to an exposed name that stays. Each
 * operation is in one pair; pairs are sorted by exposed name, the later one where it has two. */
export function pairOperations(before: Lock, after: Lock): readonly OperationPair[] {
  const was = sorted(before);
  const is = sorted(after);
  const pairs = [
    ...takePairs(was, is, (operation) => `${sourceOf(operation)} ${operation.tool.name}`),
    ...takePairs(was, is, sourceOf),
    ...takePairs(was, is, (operation) => operation.tool.name),
    ...[...was].map((operation) => ({ before: operation })),
    ...[...is].map((operation) => ({ after: operation })),
  ];
  return pairs.sort((a, b) => ordinalCompare(nameOf(a), nameOf(b)));
}

/** The level that a toolkit's own changes deserve, whatever names a loadout gave to its operations.
 * @param certainOnly leaves out operations of one side only: another choice of operations explains them too */
export const deservedBy = (
  toolkit: ToolkitName,
  pairs: readonly OperationPair[],
  certainOnly: boolean,
): Level =>
  highest(
    pairs.flatMap(({ before, after }): Level[] => {
      const [had, has] = [before?.toolkit === toolkit, after?.toolkit === toolkit];
      if (before !== undefined && after !== undefined && sourceOf(before) === sourceOf(after))
        return had
          ? compareOperations(interfaceOf(before), interfaceOf(after)).map((change) => change.level)
          : [];
      return certainOnly ? [] : [had ? 'major' : 'none', has ? 'minor' : 'none'];
    }),
  );

// No toolkit or operation name holds a space.
export const sourceOf = (operation: LockedOperation): string => `${operation.toolkit} ${operation.operation}`;

const sorted = (lock: Lock): Set<LockedOperation> =>
  new Set(Object.values(lock.operations).sort((a, b) => ordinalCompare(a.tool.name, b.tool.name)));

const nameOf = (pair: OperationPair): string => (pair.after ?? pair.before)?.tool.name ?? '';

/** Takes out of both sets those with the same key, in order, and pairs them. */
function takePairs(
  was: Set<LockedOperation>,
  is: Set<LockedOperation>,
  keyOf: (operation: LockedOperation) => string,
): OperationPair[] {
  const waiting = new Map<string, LockedOperation[]>();
  for (const after of is) waiting.set(keyOf(after), [...(waiting.get(keyOf(after)) ?? []), after]);
  return [...was].flatMap((before) => {
    const after = waiting.get(keyOf(before))?.shift();
    if (after === undefined) return [];
    was.delete(before);
    is.delete(after);
    return [{ before, after }];
  });
}

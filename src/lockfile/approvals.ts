import type { Digest, ExposedName } from '../kernel/index.ts';
import { ownWording } from './build-lock.ts';
import { withJob } from './job-tools.ts';
import type { Lock, LockedOperation } from './lock.ts';
import { contentsOf, type LockContents, withDigests } from './lock-digests.ts';
import { toolkitIn } from './toolkits-of.ts';

/** Marks operations as approved by the review of a diff. @param names exposed names of operations that the lock holds */
export const approvedBy = (lock: Lock, diff: Digest, names: ReadonlySet<ExposedName>): Lock =>
  withOperations(
    lock,
    Object.values(lock.operations).map((operation) =>
      names.has(operation.tool.name) ? { ...operation, approvedDiff: diff } : operation,
    ),
  );

/** A lock that exposes other operations, with the digests that go with them. */
export const withOperations = (lock: Lock, operations: readonly LockedOperation[]): Lock =>
  withDigests({ ...contentsOf(lock), operations: byExposedName(operations) });

const byExposedName = (operations: readonly LockedOperation[]): Lock['operations'] =>
  Object.fromEntries(operations.map((operation) => [operation.tool.name, operation]));

/** Takes over from an earlier lock what was approved in it. An approval is of one operation of one tree: a toolkit with
 * other files starts without any. @param built made from the loadout and the toolkits' files alone */
export function withApprovals(built: Lock, before: Lock | undefined): Lock {
  const operations = before && approvedOperations(built, before);
  return operations === undefined ? built : withOperations(built, Object.values(operations));
}

/** The operations of a lock with what was approved in an earlier one; undefined when nothing was. */
export function approvedOperations(built: LockContents, before: Lock): Lock['operations'] | undefined {
  const approved = Object.values(before.operations).filter((each) => each.approvedDiff !== undefined);
  const kept = approved.filter(
    ({ toolkit }) => toolkitIn(before, toolkit)?.treeDigest === toolkitIn(built, toolkit)?.treeDigest,
  );
  if (kept.length === 0) return undefined;
  const operations = Object.values(built.operations).map((operation) => {
    const earlier = kept.find(
      (each) => each.toolkit === operation.toolkit && each.operation === operation.operation,
    );
    return earlier === undefined ? operation : asLoadoutSays(earlier, operation);
  });
  return byExposedName(operations);
}

/** The approved interface under the name, and in the words, that the loadout gives it now. */
function asLoadoutSays(approved: LockedOperation, built: LockedOperation): LockedOperation {
  const own = ownWording(approved);
  const { name, description } = built.tool;
  if (built.ownDescription === undefined || description === own.tool.description)
    return withJob({ ...own, tool: { ...own.tool, name } });
  return withJob({
    ...own,
    ownDescription: own.tool.description,
    tool: { ...own.tool, name, description },
  });
}

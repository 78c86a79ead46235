import type { Digest, ExposedName } from '../kernel/index.ts';
import { ownWording } from './build-lock.ts';
import { withJob } from './job-tools.ts';
import type { Lock, LockedOperation } from './lock.ts';
import { interfaceDigest, lockDigest } from './lock-digests.ts';
import { toolkitIn } from './toolkits-of.ts';

/** A lock that exposes other operations, with the digests that go with them. */
export function withOperations(lock: Lock, operations: readonly LockedOperation[]): Lock {
  const { formatVersion, loadoutDigest, toolkits, linked, skills, instructions } = lock;
  const contents = {
    ...{ formatVersion, loadoutDigest, toolkits, skills, instructions },
    ...(linked === undefined ? {} : { linked }),
    operations: Object.fromEntries(operations.map((operation) => [operation.tool.name, operation])),
  };
  const whole = { ...contents, interfaceDigest: interfaceDigest(contents) };
  return { ...whole, lockDigest: lockDigest(whole) };
}

/** Marks operations as approved by the review of a diff. @param names exposed names of operations that the lock holds */
export const approvedBy = (lock: Lock, diff: Digest, names: ReadonlySet<ExposedName>): Lock =>
  withOperations(
    lock,
    Object.values(lock.operations).map((operation) =>
      names.has(operation.tool.name) ? { ...operation, approvedDiff: diff } : operation,
    ),
  );

/** Takes over from an earlier lock what was approved in it. An approval is of one operation of one tree: a toolkit with
 * other files starts without any. @param built made from the loadout and the toolkits' files alone */
export function withApprovals(built: Lock, before: Lock | undefined): Lock {
  if (before === undefined) return built;
  const approved = Object.values(before.operations).filter((each) => each.approvedDiff !== undefined);
  const kept = approved.filter(
    ({ toolkit }) => toolkitIn(before, toolkit)?.treeDigest === toolkitIn(built, toolkit)?.treeDigest,
  );
  if (kept.length === 0) return built;
  const operations = Object.values(built.operations).map((operation) => {
    const earlier = kept.find(
      (each) => each.toolkit === operation.toolkit && each.operation === operation.operation,
    );
    return earlier === undefined ? operation : asLoadoutSays(earlier, operation);
  });
  return withOperations(built, operations);
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

import type { Lock } from '../lock.ts';
import { compareOperations, interfaceOf } from './compare-operations.ts';
import { compareLinked } from './compare-linked.ts';
import { compareSkills } from './compare-skills.ts';
import { compareToolkits } from './compare-toolkits.ts';
import { highest } from './level.ts';
import type { LockDiff, LockedOperationDiff } from './lock-diff.ts';
import { isReworded, type OperationChange } from './operation-change.ts';
import { type OperationPair, pairOperations, sourceOf } from './pair-operations.ts';

/** What changed from one lock to another, by operation, with the level that each change deserves for a caller.
 * Both locks are taken as decoded, with checked digests. Deterministic: equal locks give an equal diff. */
export function diffLocks(before: Lock, after: Lock): LockDiff {
  const toolkits = compareToolkits(before, after);
  const operations = pairOperations(before, after).flatMap(operationDiff);
  const skills = compareSkills(before.skills, after.skills);
  const linked = compareLinked(before, after);
  const isSaidOtherwise = before.instructions !== after.instructions;
  return {
    formatVersion: 1,
    before: { lockDigest: before.lockDigest, interfaceDigest: before.interfaceDigest },
    after: { lockDigest: after.lockDigest, interfaceDigest: after.interfaceDigest },
    loadoutChanged: before.loadoutDigest !== after.loadoutDigest,
    level: highest([
      ...toolkits.map((toolkit) => (toolkit.change === 'changed' ? toolkit.level : 'none')),
      ...operations.map((operation) => operation.level),
      ...skills.map((skill) => skill.level),
      isSaidOtherwise ? 'patch' : 'none',
    ]),
    reworded:
      isSaidOtherwise ||
      skills.length > 0 ||
      operations.some((operation) => operation.change !== 'changed' || operation.changes.some(isReworded)),
    republished: toolkits
      .filter(
        (toolkit) => toolkit.change === 'changed' && toolkit.changes.some((c) => c.kind === 'republished'),
      )
      .map((toolkit) => toolkit.toolkit),
    toolkits: [...toolkits],
    ...(linked.length === 0 ? {} : { linked }),
    operations,
    skills: [...skills],
    ...(isSaidOtherwise
      ? { instructions: { level: 'patch', before: before.instructions, after: after.instructions } }
      : {}),
  };
}

function operationDiff({ before, after }: OperationPair): LockedOperationDiff[] {
  if (after === undefined) {
    if (before === undefined) return [];
    const { toolkit, operation, tool } = before;
    return [{ change: 'removed', name: tool.name, toolkit, operation, level: 'major', before }];
  }
  const { toolkit, operation, tool } = after;
  const entry = { name: tool.name, toolkit, operation };
  if (before === undefined) return [{ change: 'added', ...entry, level: 'minor', after }];
  const changes: OperationChange[] = [
    ...identityChanges(before, after),
    ...compareOperations(interfaceOf(before), interfaceOf(after)),
  ];
  const level = highest(changes.map((change) => change.level));
  return changes.length === 0 ? [] : [{ change: 'changed', ...entry, level, changes }];
}

function identityChanges(
  before: Required<OperationPair>['before'],
  after: Required<OperationPair>['after'],
): OperationChange[] {
  if (sourceOf(before) !== sourceOf(after))
    return [
      {
        kind: 'replaced',
        level: 'major',
        before: { toolkit: before.toolkit, operation: before.operation },
        after: { toolkit: after.toolkit, operation: after.operation },
      },
    ];
  const [was, is] = [before.tool.name, after.tool.name];
  return was === is ? [] : [{ kind: 'renamed', level: 'major', before: was, after: is }];
}

import { canonicalJson, ordinalCompare, ToolkitName } from '../../kernel/index.ts';
import type { Lock, LockedToolkit } from '../lock.ts';
import { compareRecords } from './compare-records.ts';
import { compareSkills } from './compare-skills.ts';
import { type Level, highest } from './level.ts';
import { deservedBy, type OperationPair, pairOperations } from './pair-operations.ts';
import { compareExternals, environmentLevel } from './requirement-change.ts';
import type { ToolkitChange, ToolkitDiff } from './toolkit-diff.ts';
import { isDowngrade, judgeStep, versionStep } from './version-step.ts';

type Judgement = Pick<Extract<ToolkitDiff, { change: 'changed' }>, 'deserved' | 'step' | 'bump'>;

/** What changed in the toolkits of two locks, sorted by name, and whether each publisher's version step is large enough. */
export function compareToolkits(before: Lock, after: Lock): readonly ToolkitDiff[] {
  const was = new Map(Object.entries(before.toolkits));
  const is = new Map(Object.entries(after.toolkits));
  const upward = pairOperations(before, after);
  return [...new Set([...was.keys(), ...is.keys()])].sort(ordinalCompare).flatMap((name): ToolkitDiff[] => {
    const toolkit = ToolkitName.parse(name);
    const [old, now] = [was.get(name), is.get(name)];
    if (old === undefined) return now === undefined ? [] : [{ change: 'added', toolkit, after: now }];
    if (now === undefined) return [{ change: 'removed', toolkit, before: old }];
    const changes = changesOf(old, now);
    if (changes.length === 0) return [];
    const level = highest(changes.map((change) => change.level));
    const judged = isDowngrade(old.version, now.version)
      ? judge(toolkit, after, before, upward.map(swapped))
      : judge(toolkit, before, after, upward);
    return [{ change: 'changed', toolkit, level, changes, ...judged }];
  });
}

function changesOf(before: LockedToolkit, after: LockedToolkit): ToolkitChange[] {
  const changes: ToolkitChange[] = [];
  const sameTree = before.treeDigest === after.treeDigest;
  if (before.version !== after.version)
    changes.push({ kind: 'version', level: 'none', before: before.version, after: after.version });
  else if (!sameTree)
    changes.push({
      kind: 'republished',
      level: 'major',
      version: after.version,
      before: before.treeDigest,
      after: after.treeDigest,
    });
  if (sameTree && before.integrity !== after.integrity)
    changes.push({ kind: 'repacked', level: 'none', before: before.integrity, after: after.integrity });
  if (before.registry !== after.registry)
    changes.push({ kind: 'registry', level: 'none', before: before.registry, after: after.registry });
  if (before.hostKind !== after.hostKind)
    changes.push({ kind: 'host-kind', level: 'patch', before: before.hostKind, after: after.hostKind });
  changes.push(...requirementChanges(before, after));
  if (canonicalJson(before.dependencies) !== canonicalJson(after.dependencies))
    changes.push({
      kind: 'dependencies',
      level: 'none',
      before: before.dependencies,
      after: after.dependencies,
    });
  return changes;
}

const requirementChanges = (before: LockedToolkit, after: LockedToolkit): ToolkitChange[] => [
  ...compareExternals(before.externals, after.externals),
  ...compareRecords(before.environments, after.environments, environmentLevel).map((change) => ({
    kind: 'environment' as const,
    ...change,
  })),
];

/** Judges the step to the newer version of a toolkit that both locks hold. */
function judge(toolkit: ToolkitName, older: Lock, newer: Lock, pairs: readonly OperationPair[]) {
  const [old, now] = [older.toolkits[toolkit], newer.toolkits[toolkit]];
  if (old === undefined || now === undefined) throw new TypeError(`${toolkit} is not in both locks`);
  const step = versionStep(old.version, now.version);
  // Equal files have an equal interface: what differs was chosen by the loadout.
  if (old.treeDigest === now.treeDigest)
    return { deserved: 'none', step, bump: 'sufficient' } satisfies Judgement;
  const skills = compareSkills(
    older.skills.filter((skill) => skill.toolkit === toolkit),
    newer.skills.filter((skill) => skill.toolkit === toolkit),
  );
  // The files differ, so that some step was due, whatever they are.
  const certain: Level[] = ['patch', ...requirementChanges(old, now).map(({ level }) => level)];
  const deserved = highest([
    ...certain,
    ...skills.map(({ level }) => level),
    deservedBy(toolkit, pairs, false),
  ]);
  const bump = judgeStep(old.version, step, deserved);
  const byChoice = older.loadoutDigest !== newer.loadoutDigest;
  const surely = judgeStep(old.version, step, highest([...certain, deservedBy(toolkit, pairs, true)]));
  return { deserved, step, bump: byChoice && bump !== surely ? 'cannot tell' : bump } satisfies Judgement;
}

const swapped = ({ before, after }: OperationPair): OperationPair => ({
  ...(after === undefined ? {} : { before: after }),
  ...(before === undefined ? {} : { after: before }),
});

import { z } from 'zod';
import { OperationName, ordinalCompare, ToolbaseError, ToolkitName, Version } from '../../kernel/index.ts';
import { Operation, type ToolkitManifest } from '../../manifest/index.ts';
import { compareDeclarations, DeclarationChange } from './compare-declarations.ts';
import { compareOperations } from './compare-operations.ts';
import { compareSkills, SkillDiff } from './compare-skills.ts';
import { highest, Level } from './level.ts';
import { TextChange } from './lock-diff.ts';
import { OperationChange } from './operation-change.ts';
import { isDowngrade, judgeStep, versionStep } from './version-step.ts';

const named = { name: OperationName, level: Level };

const OperationDiff = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('added'), ...named, after: Operation }),
  z.strictObject({ change: z.literal('removed'), ...named, before: Operation }),
  z.strictObject({ change: z.literal('changed'), ...named, changes: z.array(OperationChange).min(1) }),
]);
type OperationDiff = z.output<typeof OperationDiff>;

/** What changed between two versions of one toolkit for those who use it. */
export const ManifestDiff = z.strictObject({
  formatVersion: z.literal(1),
  toolkit: ToolkitName,
  before: Version,
  after: Version,
  /** Highest level of everything below. */
  level: Level,
  /** The version step that the change deserves, seen from the older version: `level` unless `after` is the older. */
  deserved: Level,
  /** The step that the version numbers make. */
  step: Level,
  bump: z.enum(['sufficient', 'too small']),
  operations: z.array(OperationDiff),
  skills: z.array(SkillDiff),
  declarations: z.array(DeclarationChange),
  instructions: TextChange.optional(),
});
export type ManifestDiff = z.output<typeof ManifestDiff>;

/** What changed from one manifest of a toolkit to another, and whether the version number says so.
 * @throws ToolbaseError USAGE when they are manifests of different toolkits */
export function diffManifests(before: ToolkitManifest, after: ToolkitManifest): ManifestDiff {
  if (before.name !== after.name)
    throw new ToolbaseError('USAGE', `${before.name} and ${after.name} are different toolkits`, {
      hint: 'Compare two versions of one toolkit.',
    });
  const changes = changesOf(before, after);
  const backward = isDowngrade(before.version, after.version);
  const deserved = backward ? changesOf(after, before).level : changes.level;
  const [older, newer] = backward ? [after.version, before.version] : [before.version, after.version];
  const step = versionStep(older, newer);
  return {
    formatVersion: 1,
    toolkit: after.name,
    before: before.version,
    after: after.version,
    deserved,
    step,
    bump: judgeStep(older, step, deserved),
    ...changes,
  };
}

function changesOf(before: ToolkitManifest, after: ToolkitManifest) {
  const operations = operationDiffs(before, after);
  const skills = compareSkills(skillsOf(before), skillsOf(after));
  const declarations = compareDeclarations(before, after);
  const [was, is] = [before.instructions ?? '', after.instructions ?? ''];
  const instructions = was === is ? [] : [{ level: 'patch' as const, before: was, after: is }];
  const [text] = instructions;
  return {
    level: highest([...operations, ...skills, ...declarations, ...instructions].map(({ level }) => level)),
    operations,
    skills: [...skills],
    declarations,
    ...(text === undefined ? {} : { instructions: text }),
  };
}

const skillsOf = (manifest: ToolkitManifest) =>
  manifest.skills.map((skill) => ({ ...skill, toolkit: manifest.name }));

function operationDiffs(before: ToolkitManifest, after: ToolkitManifest): OperationDiff[] {
  const was = new Map(before.operations.map((operation) => [operation.name, operation]));
  const is = new Map(after.operations.map((operation) => [operation.name, operation]));
  const names = [...new Set([...was.keys(), ...is.keys()])].sort(ordinalCompare);
  return names.flatMap((name): OperationDiff[] => {
    const [old, now] = [was.get(name), is.get(name)];
    if (now === undefined)
      return old === undefined ? [] : [{ change: 'removed', name, level: 'major', before: old }];
    if (old === undefined) return [{ change: 'added', name, level: 'minor', after: now }];
    const changes = [...compareOperations(old, now)];
    const level = highest(changes.map((change) => change.level));
    return changes.length === 0 ? [] : [{ change: 'changed', name, level, changes }];
  });
}

import semver from 'semver';
import type { LockDiff, ManifestDiff } from '../../lockfile/index.ts';
import { indented, memberLines } from './operation-diff.ts';
import { visibleText, visibleValue } from './visible-text.ts';
import { textDiffLines, wholeText } from './word-diff.ts';

type ToolkitDiff = LockDiff['toolkits'][number];
type ToolkitChange = Extract<ToolkitDiff, { change: 'changed' }>['changes'][number];
type LinkedDiff = NonNullable<LockDiff['linked']>[number];
type SkillDiff = LockDiff['skills'][number];
type Declaration = ManifestDiff['declarations'][number];

/** One toolkit gained, lost or changed: its versions, and whether its publisher's version step is large enough. */
export function toolkitDiffLines(diff: ToolkitDiff): string[] {
  switch (diff.change) {
    case 'added':
      return [`${diff.toolkit} ${diff.after.version}  added`];
    case 'removed':
      return [`${diff.toolkit} ${diff.before.version}  removed`];
    case 'changed':
      return [toolkitDiffWords(diff), ...indented(diff.changes.flatMap(toolkitChangeLines))];
  }
}

/** The same in a few words. */
export function toolkitDiffWords(diff: ToolkitDiff): string {
  if (diff.change !== 'changed') return toolkitDiffLines(diff).join(' ');
  const { toolkit, changes, step, deserved, bump } = diff;
  const version = changes.find((change) => change.kind === 'version');
  if (version === undefined) return `${toolkit}  changed (${diff.level})`;
  const back = semver.lt(version.after, version.before) ? 'an OLDER version; ' : '';
  const words = bumpWords({ step, deserved, bump, before: back === '' ? version.before : version.after });
  return `${toolkit} ${version.before} -> ${version.after}  ${back}${words}`;
}

/** Whether a version step is as large as what changed deserves. */
export function bumpWords(judged: {
  readonly step: keyof typeof STEP;
  readonly deserved: keyof typeof STEP;
  readonly bump: 'sufficient' | 'too small' | 'cannot tell';
  /** Below 1.0 the numbers mean more than they say. */
  readonly before: string;
}): string {
  const { step, deserved, bump, before } = judged;
  const early = before.startsWith('0.');
  const made = early && step === 'major' ? `${STEP.major} (below 1.0.0)` : STEP[step];
  if (bump === 'sufficient')
    return early && step === 'patch' && deserved === 'minor'
      ? `${made}, which below 1.0.0 is that of every compatible change (minor)`
      : `${made}, as it deserves (${deserved})`;
  if (bump === 'too small')
    return `${made}, TOO SMALL: what changed deserves ${STEP[deserved]}${early && deserved === 'major' ? BREAK_BELOW_1 : ''}`;
  return `${made}; too small if the toolkit and not the loadout made the changes (${deserved})`;
}

const BREAK_BELOW_1 = ', which below 1.0.0 is the next minor number';

const STEP = {
  none: 'no version step',
  patch: 'a patch step',
  minor: 'a minor step',
  major: 'a major step',
} as const;

function toolkitChangeLines(change: ToolkitChange): string[] {
  switch (change.kind) {
    case 'version':
      return [];
    case 'republished':
      return [
        `REPUBLISHED (${change.level}): version ${change.version} now stands for other files`,
        `  ${change.before} -> ${change.after}`,
      ];
    case 'repacked':
      return ['the same files in another tarball'];
    case 'registry':
      return [`registry ${change.before} -> ${change.after}`];
    case 'host-kind':
      return [`host ${change.before} -> ${change.after} (${change.level})`];
    case 'external':
    case 'environment':
      return declarationLines(change);
    case 'dependencies':
      return ['dependencies', ...indented(memberLines(change.before, change.after))];
  }
}

/** A bundle, setting, external or environment gained, lost or changed. */
export function declarationLines(change: Declaration | ToolkitChange): string[] {
  if (!('name' in change)) return [];
  const { kind, name, level, before, after } = change;
  const head = `${kind} ${name}`;
  if (before === undefined) return [`${head}  added (${level})`, `  + ${visibleValue(after)}`];
  if (after === undefined) return [`${head}  removed (${level})`];
  return [`${head}  changed (${level})`, ...indented(memberLines(before, after))];
}

/** A working tree that is linked newly, no longer, or as another one. */
export function linkedDiffWords({ toolkit, before, after }: LinkedDiff): string {
  if (after === undefined) return `${toolkit}  no longer linked from ${visibleText(before?.path ?? '')}`;
  const from = `${toolkit} ${after.version}  LINKED from the working tree ${visibleText(after.path)}`;
  return before === undefined ? from : `${from}, whose files changed`;
}

/** A skill gained, lost or changed. Its files are told by their digest. */
export function skillDiffLines(skill: SkillDiff): string[] {
  const head = `skill ${skill.name} of ${skill.toolkit}  ${skill.change} (${skill.level})`;
  switch (skill.change) {
    case 'added':
      return [head, ...indented(wholeText('+ ', skill.after.description))];
    case 'removed':
      return [head];
    case 'changed': {
      const { before, after } = skill;
      return [
        head,
        ...indented(
          before.description === after.description
            ? []
            : textDiffLines(before.description, after.description),
        ),
        ...(before.digest === after.digest ? [] : [`  files ${before.digest} -> ${after.digest}`]),
      ];
    }
  }
}

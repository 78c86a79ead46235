import type { LockDiff } from '../../lockfile/index.ts';
import { indented, operationDiffLines, operationDiffWords } from './operation-diff.ts';
import { terminalWidth } from './terminal-width.ts';
import { linkedDiffWords, skillDiffLines, toolkitDiffLines, toolkitDiffWords } from './toolkit-diff.ts';
import { textDiffLines } from './word-diff.ts';
import { wrapLines } from './wrap-lines.ts';

/** Everything that changed from one lock to another, for a reader who must decide whether to take the later one.
 * @param width characters of a line */
export function lockDiffLines(diff: LockDiff, width: number = terminalWidth()): string[] {
  return wrapLines(
    [
      ...section('toolkits', [
        ...diff.toolkits.flatMap(toolkitDiffLines),
        ...(diff.linked ?? []).map(linkedDiffWords),
      ]),
      ...section('operations', diff.operations.flatMap(operationDiffLines)),
      ...section('skills', diff.skills.flatMap(skillDiffLines)),
      ...(diff.instructions === undefined
        ? []
        : section('instructions', textDiffLines(diff.instructions.before, diff.instructions.after))),
      ...lockDiffVerdict(diff),
    ],
    width,
  );
}

/** The same by one line for each toolkit and operation. */
export const lockDiffSummary = (diff: LockDiff, width: number = terminalWidth()): string[] =>
  wrapLines(
    [
      ...diff.toolkits.map(toolkitDiffWords),
      ...(diff.linked ?? []).map(linkedDiffWords),
      ...diff.operations.map(operationDiffWords),
      ...diff.skills.map(
        ({ name, toolkit, change, level }) => `skill ${name} of ${toolkit} ${change} (${level})`,
      ),
      ...(diff.instructions === undefined ? [] : [`instructions reworded (${diff.instructions.level})`]),
    ],
    width,
  );

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...indented(lines)];

function lockDiffVerdict(diff: LockDiff): string[] {
  const { level, reworded, loadoutChanged, before, after } = diff;
  return [
    ...(before.interfaceDigest === after.interfaceDigest
      ? ['A client receives the same interface.']
      : [`For a caller: ${CALLER[level]}${reworded ? ' A model reads other words.' : ''}`]),
    ...(loadoutChanged ? ['The loadouts differ too.'] : []),
  ];
}

const CALLER = {
  none: 'no difference (none).',
  patch: 'calls that worked do the same (patch).',
  minor: 'calls that worked still work (minor).',
  major: 'calls that worked may fail or mean something else (major).',
} as const;

import type { LockDiff, ManifestDiff } from '../../lockfile/index.ts';

type OperationDiff = ManifestDiff['operations'][number] | LockDiff['operations'][number];
type Change = Extract<OperationDiff, { change: 'changed' }>['changes'][number];
type Finding = Extract<Change, { kind: 'schema' }>['findings'][number];

const VALUE_MAX = 160;

/** Lines that tell what changed of one operation, in a diff of two locks or of two manifests: the operation first, its
 * changes below it, texts whole. */
export function operationDiffLines(diff: OperationDiff): string[] {
  switch (diff.change) {
    case 'added':
    case 'removed':
      return [`${diff.name}  ${diff.change} (${diff.level})`];
    case 'changed':
      return [
        `${diff.name}  changed (${diff.level})`,
        ...diff.changes.flatMap(changeLines).map((line) => `  ${line}`),
      ];
  }
}

function changeLines(change: Change): string[] {
  switch (change.kind) {
    case 'renamed':
      return [`renamed (${change.level}): ${change.before} -> ${change.after}`];
    case 'replaced':
      return [
        `replaced (${change.level}): ${change.before.operation} of ${change.before.toolkit} -> ${change.after.operation} of ${change.after.toolkit}`,
      ];
    case 'wording':
      return [`${change.field} reworded (${change.level})`, ...textLines(change.before, change.after)];
    case 'schema':
      return [
        `${change.side} ${ACCEPTANCE[change.acceptance]} (${change.level})`,
        ...change.findings.flatMap(findingLines),
      ];
    case 'output-served':
      return [`output schema is served now (${change.level})`];
    case 'output-withdrawn':
      return [`output schema is served no longer (${change.level})`];
    case 'annotations':
    case 'effects':
      return [`${change.kind} (${change.level}): ${value(change.before)} -> ${value(change.after)}`];
    case 'result-limit':
      return [`maxResultBytes (${change.level}): ${value(change.before)} -> ${value(change.after)}`];
    case 'upstream':
      return [`upstream tool (${change.level}): ${value(change.before.name)} -> ${value(change.after.name)}`];
  }
}

const ACCEPTANCE = {
  same: 'accepts the same',
  narrowed: 'narrowed',
  widened: 'widened',
  both: 'narrowed and widened',
} as const;

function findingLines({ pointer, keyword, effect, before, after }: Finding): string[] {
  const where = pointer === '' ? keyword : `${pointer} ${keyword}`;
  if (keyword === 'description')
    return [`  ${where} reworded`, ...textLines(textOf(before), textOf(after)).map(indented)];
  const means = effect === 'none' ? '' : ` (${effect})`;
  return [`  ${where}: ${value(before)} -> ${value(after)}${means}`];
}

const textOf = (json: unknown): string => (typeof json === 'string' ? json : '');

const indented = (line: string): string => `  ${line}`;

/** A text before and after, as a diff shows lines. */
export const textLines = (before: string | undefined, after: string | undefined): string[] => [
  ...linesOf(before).map((line) => `  - ${line}`),
  ...linesOf(after).map((line) => `  + ${line}`),
];

const linesOf = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split('\n');

function value(json: unknown): string {
  if (json === undefined) return 'nothing';
  const text = JSON.stringify(json);
  return text.length <= VALUE_MAX ? text : `${text.slice(0, VALUE_MAX)} ...`;
}

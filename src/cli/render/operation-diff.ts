import type { LockDiff, ManifestDiff } from '../../lockfile/index.ts';
import type { PortableSchema } from '../../manifest/index.ts';
import { inputLines } from './input-lines.ts';
import { visibleText, visibleValue } from './visible-text.ts';
import { textDiffLines, wholeText } from './word-diff.ts';

type OperationDiff = ManifestDiff['operations'][number] | LockDiff['operations'][number];
type Change = Extract<OperationDiff, { change: 'changed' }>['changes'][number];
type Finding = Extract<Change, { kind: 'schema' }>['findings'][number];

/** Lines that tell what changed of one operation, in a diff of two locks or of two manifests: the operation first, its
 * changes below it, with every text and value whole. */
export function operationDiffLines(diff: OperationDiff): string[] {
  const head = `${diff.name}  ${diff.change} (${diff.level})`;
  switch (diff.change) {
    case 'added':
      return [head, ...interfaceLines('+ ', 'tool' in diff.after ? diff.after.tool : diff.after)];
    case 'removed':
      return [head];
    case 'changed':
      return [head, ...indented(diff.changes.flatMap(changeLines))];
  }
}

/** What changed of one operation, in a few words. */
export function operationDiffWords(diff: OperationDiff): string {
  const { name, change, level } = diff;
  if (change !== 'changed') return `${name} ${change} (${level})`;
  return `${name} changed (${level}): ${diff.changes.map(changeTitle).join(', ')}`;
}

export const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** All that a model newly reads. */
const interfaceLines = (
  mark: '+ ',
  shown: {
    readonly title?: string | undefined;
    readonly description: string;
    readonly inputSchema: PortableSchema;
  },
): string[] =>
  indented([
    ...wholeText(mark, shown.title),
    ...wholeText(mark, shown.description),
    ...inputLines(shown.inputSchema).map((line) => `${mark}${line}`),
  ]);

const changeLines = (change: Change): string[] => [
  `${changeTitle(change)} (${change.level})`,
  ...indented(detailLines(change)),
];

function changeTitle(change: Change): string {
  switch (change.kind) {
    case 'renamed':
      return 'exposed under another name';
    case 'replaced':
      return 'another operation answers to the name';
    case 'wording':
      return `${change.field} reworded`;
    case 'schema':
      return `${change.side} ${ACCEPTANCE[change.acceptance]}${change.reworded ? ', reworded' : ''}`;
    case 'output-served':
      return 'output schema newly served';
    case 'output-withdrawn':
      return 'output schema no longer served';
    case 'annotations':
      return 'annotations changed';
    case 'effects':
      return 'effects changed';
    case 'result-limit':
      return 'largest result changed';
    case 'limits':
      return 'limits of a call changed';
    case 'upstream':
      return 'what the wrapped server publishes changed';
  }
}

const ACCEPTANCE = {
  same: 'changed, accepts the same',
  narrowed: 'narrowed',
  widened: 'widened',
  both: 'narrowed and widened',
} as const;

function detailLines(change: Change): string[] {
  switch (change.kind) {
    case 'renamed':
      return [`${change.before} -> ${change.after}`];
    case 'replaced':
      return [
        `${change.before.operation} of ${change.before.toolkit} -> ${change.after.operation} of ${change.after.toolkit}`,
      ];
    case 'wording':
      return textDiffLines(change.before, change.after);
    case 'schema':
      return change.findings.flatMap(findingLines);
    case 'output-served':
      return [`+ ${visibleValue(change.after)}`];
    case 'output-withdrawn':
      return [`- ${visibleValue(change.before)}`];
    case 'annotations':
    case 'effects':
    case 'limits':
      return memberLines(change.before, change.after);
    case 'result-limit':
      return [`${visibleValue(change.before)} -> ${visibleValue(change.after)} bytes`];
    case 'upstream':
      return [
        ...(change.before.name === change.after.name
          ? []
          : [`name ${visibleValue(change.before.name)} -> ${visibleValue(change.after.name)}`]),
        ...memberNames(change.before.digests ?? {}, change.after.digests ?? {}).map(
          (field) => `its own ${field}, by digest`,
        ),
      ];
  }
}

function findingLines({ pointer, keyword, effect, level, before, after }: Finding): string[] {
  const where = pointer === '' ? '/' : visibleText(pointer);
  const means = `${effect === 'none' ? '' : `${EFFECT[effect]}, `}${level}`;
  if (keyword === 'description')
    return [`${where} description (${means})`, ...indented(textDiffLines(textOf(before), textOf(after)))];
  if (keyword === 'property')
    return [
      `${where} ${before === undefined ? 'added' : 'dropped'} (${means})`,
      ...indented([before === undefined ? `+ ${visibleValue(after)}` : `- ${visibleValue(before)}`]),
    ];
  return [`${where} ${keyword} ${visibleValue(before)} -> ${visibleValue(after)} (${means})`];
}

const EFFECT = { narrows: 'narrows', widens: 'widens', both: 'narrows and widens' } as const;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The members that differ, one a line. */
export const memberLines = (before: object, after: object): string[] => {
  const [was, is] = [membersOf(before), membersOf(after)];
  return memberNames(before, after).map(
    (name) => `${visibleText(name)} ${visibleValue(was.get(name))} -> ${visibleValue(is.get(name))}`,
  );
};

function memberNames(before: object, after: object): string[] {
  const [was, is] = [membersOf(before), membersOf(after)];
  const text = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort()
    .filter((name) => text(was.get(name)) !== text(is.get(name)));
}

const membersOf = (value: object) => new Map<string, unknown>(Object.entries(value));

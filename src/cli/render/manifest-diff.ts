import type { ManifestDiff } from '../../lockfile/index.ts';
import { indented, operationDiffLines } from './operation-diff.ts';
import { terminalWidth } from './terminal-width.ts';
import { bumpWords, declarationLines, skillDiffLines } from './toolkit-diff.ts';
import { textDiffLines } from './word-diff.ts';
import { wrapLines } from './wrap-lines.ts';

/** What changed between two versions of a toolkit, operation by operation, and whether the version step is large enough.
 * @param width characters of a line */
export function manifestDiffLines(diff: ManifestDiff, width: number = terminalWidth()): string[] {
  const lines = [
    ...diff.operations.flatMap(operationDiffLines),
    ...diff.skills.flatMap(skillDiffLines),
    ...diff.declarations.flatMap(declarationLines),
    ...(diff.instructions === undefined
      ? []
      : [
          `instructions  reworded (${diff.instructions.level})`,
          ...indented(textDiffLines(diff.instructions.before, diff.instructions.after)),
        ]),
  ];
  const head = `${diff.toolkit} ${diff.before} -> ${diff.after}: ${bumpWords(diff)}`;
  return wrapLines([head, ...indented(lines)], width);
}

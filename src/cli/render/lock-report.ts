import { shellWord } from '../../kernel/index.ts';
import { exposedTools, type Lock, toolkitsOf } from '../../lockfile/index.ts';
import type { LockResult } from '../../workflow/io/index.ts';
import { lockDiffLines, lockDiffSummary } from './lock-diff.ts';
import { indented } from './operation-diff.ts';
import { sizeText } from './size.ts';
import { terminalWidth } from './terminal-width.ts';
import { fitted } from './fitted.ts';

/** Above this many tools several clients drop or defer some. */
const MANY_OPERATIONS = 40;

export type LockReport = Omit<LockResult, 'lock'> & {
  toolkits: number;
  operations: number;
  interfaceBytes: number;
  interfaceDigest: string;
};

/** How much a model gets to see. */
export const sizeOf = (lock: Lock) => ({
  toolkits: Object.keys(toolkitsOf(lock)).length,
  operations: Object.keys(lock.operations).length,
  interfaceBytes: Buffer.byteLength(
    JSON.stringify([lock.instructions, exposedTools(lock).map(({ tool }) => tool)]),
  ),
  interfaceDigest: lock.interfaceDigest,
});

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** Longer than this, a diff is told by one line for each operation. */
const DIFF_LINES_MAX = 24;

function changeLines({ diff, changes }: LockReport): readonly string[] {
  if (diff === undefined) return changes;
  // They stand two deeper.
  const width = terminalWidth() - 2;
  const [whole, summary] = [lockDiffLines(diff, width), lockDiffSummary(diff, width)];
  if (summary.length === 0) return changes;
  return whole.length <= DIFF_LINES_MAX ? whole : [...summary, '(`toolbase diff` tells each change in full)'];
}

const outcomeText = ({ outcome, dryRun }: LockReport): string =>
  dryRun && outcome !== 'unchanged' ? `would be ${outcome}` : outcome;

const nextLines = ({ outcome, dryRun, lockFile }: LockReport): string[] =>
  outcome === 'unchanged' || dryRun ? [] : [`next: toolbase install ${shellWord(lockFile)}`];

/** The report as text. */
export const renderLock = (report: LockReport): string =>
  [
    `${report.lockFile} ${outcomeText(report)}: ${counted(report.operations, 'operation')} of ${counted(report.toolkits, 'toolkit')}, ${sizeText(report.interfaceBytes)} for the model`,
    ...indented(changeLines(report)),
    ...report.warnings.map((warning) => fitted(`warning: ${warning}`)),
    ...(report.operations > MANY_OPERATIONS
      ? [`warning: more than ${MANY_OPERATIONS} operations: some clients drop or defer the rest`]
      : []),
    fitted(`interface ${report.interfaceDigest}`),
    ...nextLines(report),
    '',
  ].join('\n');

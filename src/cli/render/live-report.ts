import { shellWord } from '../../kernel/index.ts';
import type { LiveReport } from '../../workflow/index.ts';
import { lockDiffLines } from './lock-diff.ts';
import { terminalWidth } from './terminal-width.ts';
import { visibleText } from './visible-text.ts';
import { wrapLines } from './wrap-lines.ts';

/** What the hosts publish now, as text: each toolkit, then every difference, and how it can be approved. */
export function liveReportLines(
  report: LiveReport,
  lockFile: string,
  width: number = terminalWidth(),
): string[] {
  const { toolkits, diff, diffDigest, obstacle } = report;
  const states = toolkits.flatMap(({ name, version, state, faults, problem }) => [
    `${name} ${version} ${STATE[state]}`,
    ...faults.map(({ operation, reason }) => `  ${operation}: ${visibleText(reason)}`),
    ...(problem === undefined ? [] : [`  ${problem.code}: ${visibleText(problem.message)}`]),
  ]);
  if (diff === undefined) return wrapLines(states, width);
  return [
    ...wrapLines(states, width),
    ...lockDiffLines(diff, width),
    `diff ${diffDigest}`,
    ...wrapLines(
      obstacle === undefined
        ? [`To take what was shown here, and nothing else, into the lock:`]
        : [`It cannot be approved: ${visibleText(obstacle)}`],
      width,
    ),
    ...(obstacle === undefined ? [`  toolbase approve ${shellWord(lockFile)} --diff ${diffDigest}`] : []),
  ];
}

const STATE = {
  same: 'publishes what is locked',
  drift: 'PUBLISHES SOMETHING ELSE THAN IS LOCKED',
  unknown: 'could not be asked what it publishes',
} as const;

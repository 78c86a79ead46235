import { cleanText } from '../../kernel/index.ts';
import { type LintFinding, SEVERITIES, type Severity } from '../../manifest/index.ts';
import type { LintReport } from '../../workflow/io/index.ts';
import { sizeText } from './size.ts';
import { renderTable } from './table.ts';
import { terminalWidth } from './terminal-width.ts';
import { fitted } from './fitted.ts';

const TEXT_MAX = 400;

/** The findings, worst first, those that say the same together, then what each operation takes of a model's context. */
export const renderLint = ({ findings, operations, tokens, bytes }: LintReport): string =>
  [
    ...[...SEVERITIES]
      .reverse()
      .flatMap((severity) => alike(findings.filter((finding) => finding.severity === severity)))
      .map(findingText),
    ...(findings.length === 0 ? [] : ['']),
    renderTable(
      [
        { title: 'operation', flexible: true },
        { title: 'about tokens', align: 'right' },
        { title: 'bytes', align: 'right' },
      ],
      operations.map((each) => [cleanText(each.name, 80), String(each.tokens), String(each.bytes)]),
      terminalWidth(),
    ).trimEnd(),
    '',
    fitted(
      `${operations.length} operation${operations.length === 1 ? '' : 's'} with the instructions: about ${tokens} tokens, ${sizeText(bytes)} (an estimate; models count differently)`,
    ),
    [...SEVERITIES]
      .reverse()
      .map((severity) => counted(findings.filter((each) => each.severity === severity).length, severity))
      .join(', '),
    '',
  ].join('\n');

const counted = (count: number, severity: Severity): string =>
  `${count} ${severity}${count === 1 ? '' : 's'}`;

/** Findings of one rule with one message, in the order of the first of each. */
function alike(findings: LintReport['findings']): LintFinding[][] {
  const groups = new Map<string, LintFinding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.message]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()];
}

function findingText([first, ...others]: readonly LintFinding[]): string {
  if (first === undefined) return '';
  const { severity, rule, where, message } = first;
  if (others.length === 0) return fitted(oneLine(`${severity}: ${where}: ${message} (${rule})`));
  const places = [first, ...others].map((each) => oneLine(each.where)).join(', ');
  return [
    fitted(oneLine(`${severity}, ${others.length + 1} times: ${message} (${rule})`)),
    fitted(`  ${places}`),
  ].join('\n');
}

const oneLine = (text: string): string => cleanText(text, TEXT_MAX).replaceAll('\n', ' ');

import { cleanText } from '../../kernel/index.ts';
import { SEVERITIES, type Severity } from '../../manifest/index.ts';
import type { LintReport } from '../../workflow/io/index.ts';
import { sizeText } from './size.ts';
import { renderTable } from './table.ts';
import { terminalWidth } from './terminal-width.ts';
import { wrapProse } from './wrap-lines.ts';

const TEXT_MAX = 400;

const fitted = (text: string): string => wrapProse(text, terminalWidth());

/** The findings, worst first, then what each operation takes of a model's context. */
export const renderLint = ({ findings, operations, tokens, bytes }: LintReport): string =>
  [
    ...[...SEVERITIES]
      .reverse()
      .flatMap((severity) =>
        findings
          .filter((finding) => finding.severity === severity)
          .map(({ rule, where, message }) =>
            fitted(cleanText(`${severity}: ${where}: ${message} (${rule})`, TEXT_MAX).replaceAll('\n', ' ')),
          ),
      ),
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

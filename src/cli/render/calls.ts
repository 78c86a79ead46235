import type { CallLine } from '../../record/index.ts';
import { renderTable } from './table.ts';
import { terminalWidth } from './terminal-width.ts';
import { visibleText } from './visible-text.ts';

export interface ShownCalls {
  readonly file: string;
  /** Of the whole log. */
  readonly calls: number;
  /** The last ones. */
  readonly lines: readonly CallLine[];
  /** The log ends in a part of a line. */
  readonly torn: boolean;
  /** What is wrong with the chain, by line number. */
  readonly faults: readonly string[];
}

/** Calls as a table, with what is wrong with their log. */
export function renderCalls({ file, calls, lines, torn, faults }: ShownCalls): string {
  if (calls === 0 && faults.length === 0 && !torn) return `${file} holds no call\n`;
  const table = renderTable(
    [
      { title: '#', align: 'right' },
      { title: 'operation', flexible: true },
      { title: 'outcome' },
      { title: 'ms', align: 'right' },
      { title: 'cpu ms', align: 'right' },
      { title: 'result' },
    ],
    lines.map(cells),
    terminalWidth(),
  );
  const shown = lines.length === calls ? `${calls}` : `the last ${lines.length} of ${calls}`;
  return [
    `${table}${shown} call${calls === 1 ? '' : 's'} in ${file}`,
    ...(torn ? ['the last line is torn: its writer was killed; the next one ends it'] : []),
    ...faults.map((fault) => `not whole: ${fault}`),
    '',
  ].join('\n');
}

const cells = ({ seq, operation, outcome, durationMs, usage, resultDigest, cache }: CallLine): string[] => [
  String(seq),
  visibleText(operation),
  `${visibleText(outcome)}${cache === undefined ? '' : ', cached'}`,
  durationMs.toFixed(1),
  usage?.cpuMs.toFixed(1) ?? '-',
  resultDigest?.slice(7, 19) ?? '-',
];

import type { ReplayedCall } from '../../server/index.ts';
import { renderTable } from './table.ts';
import { terminalWidth } from './terminal-width.ts';
import { visibleText } from './visible-text.ts';

export interface Replay {
  readonly file: string;
  readonly tolerance: number;
  readonly calls: readonly ReplayedCall[];
}

const VERDICTS = ['identical', 'close', 'different', 'skipped', 'unchecked'] as const;

/** What came of each call, and how many of each kind there are. */
export function renderReplay({ calls, tolerance }: Replay): string {
  const rows = calls.map(({ seq, operation, verdict, detail }) => [
    String(seq),
    visibleText(operation),
    verdict,
    visibleText(detail ?? ''),
  ]);
  const table = renderTable(
    [
      { title: '#', align: 'right' },
      { title: 'operation' },
      { title: 'result' },
      { title: 'detail', flexible: true },
    ],
    rows,
    terminalWidth(),
  );
  const counts = VERDICTS.flatMap((kind) => {
    const n = calls.filter(({ verdict }) => verdict === kind).length;
    return n === 0 ? [] : [`${n} ${kind}`];
  });
  return `${table}${counts.join(', ')} (numbers within ${tolerance} are close)\n`;
}

import { getBorderCharacters, table } from 'table';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Takes the width that the others leave, and wraps. At most one column does. */
  readonly flexible?: boolean;
}

const GAP = 2;
const FLEXIBLE_MIN = 16;

/** Plain table without borders, at most `width` columns wide: the flexible column wraps at words.
 * @param width characters of the terminal line */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  if (rows.length === 0) return '';
  const natural = columns.map((column, i) =>
    Math.max(column.title.length, ...rows.map((row) => (row[i] ?? '').length)),
  );
  const taken = natural.reduce((sum, w, i) => sum + (columns[i]?.flexible === true ? 0 : w) + GAP, 0);
  const widths = natural.map((w, i) =>
    columns[i]?.flexible === true ? Math.min(w, Math.max(FLEXIBLE_MIN, width - taken)) : w,
  );
  const text = table([columns.map((c) => c.title), ...rows.map((row) => [...row])], {
    border: getBorderCharacters('void'),
    columnDefault: { paddingLeft: 0, paddingRight: GAP },
    columns: columns.map((c, i) => ({
      width: Math.max(1, widths[i] ?? 1),
      alignment: c.align ?? 'left',
      wrapWord: true,
    })),
    drawHorizontalLine: () => false,
  });
  return `${text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')}\n`;
}

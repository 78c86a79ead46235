import { type Column, labelled } from './table.ts';

/** Columns of cells that are text in the file: numbers where all of a column are numbers. */
export function textColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  units: Readonly<Record<string, string>>,
): Column[] {
  return names.map((name, at) => {
    const cells = rows.map((row) => row[at]?.trim() ?? '');
    const unit = units[name] ?? '1';
    const values = Float64Array.from(cells, (cell) => (cell === '' ? NaN : Number(cell)));
    const numeric = values.every((value, row) => !Number.isNaN(value) || /^nan$/i.test(cells[row] ?? ''));
    return { name, unit, values: numeric ? values : labelled(cells) };
  });
}

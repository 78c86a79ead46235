import { ToolbaseError } from 'toolbase/toolkit';
import { hasColumn, labels, numbers, rowsOf, type Table } from '../tables/index.ts';
import type { ParentSample } from './decay-parents.ts';

/** Parents of a flux by their kind.
 * @throws ToolbaseError BAD_ARGUMENTS when a column is missing or holds no finite numbers, or a weight is negative */
export function parentGroups(table: Table, label: string): Map<string, ParentSample> {
  const columns = ['px', 'py', 'pz', 'weight_per_collision'].map((name) => finite(table, name, label));
  const named = hasColumn(table, 'parent') ? labels(table, 'parent') : undefined;
  const metadataName = table.metadata.values['parent'];
  const single = typeof metadataName === 'string' ? metadataName : undefined;
  if (named === undefined && single === undefined)
    throw new ToolbaseError('BAD_ARGUMENTS', `${label}: no column parent says what the parents are`, {
      hint: 'A parent flux has the columns parent, px, py, pz (GeV) and weight_per_collision.',
    });
  const rows = rowsOf(table);
  const byName = new Map<string, number[]>();
  for (let row = 0; row < rows; row += 1) {
    const name = named?.labels[named.codes[row] ?? 0] ?? single ?? '';
    const own = byName.get(name);
    if (own === undefined) byName.set(name, [row]);
    else own.push(row);
  }
  return new Map(
    [...byName].map(([name, indices]) => {
      const [px, py, pz, weight] = columns.map((values) =>
        Float64Array.from(indices, (row) => values[row] ?? 0),
      );
      const none = new Float64Array();
      return [name, { px: px ?? none, py: py ?? none, pz: pz ?? none, weight: weight ?? none }];
    }),
  );
}

/** A column of finite numbers; weights are not negative.
 * @throws ToolbaseError BAD_ARGUMENTS naming the row */
export function finite(table: Table, name: string, label: string): Float64Array {
  const values = numbers(table, name);
  const weight = name.includes('weight');
  const wrong = firstWrong(values, weight);
  if (wrong >= 0)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `${label}: row ${wrong + 1} has ${name} ${String(values[wrong])}`,
      {
        hint: weight ? 'Weights are finite and not negative.' : 'Momenta and positions are finite numbers.',
      },
    );
  return values;
}

/** A plain loop: it sees millions of values. */
function firstWrong(values: Float64Array, weight: boolean): number {
  const least = weight ? 0 : -Infinity;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    // The difference of a number that is not finite with itself is no number.
    if (value - value !== 0 || value < least) return i;
  }
  return -1;
}

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

/** The units of columns that enter a computation. */
const UNITS: Readonly<Record<string, string>> = {
  ...{ px: 'GeV', py: 'GeV', pz: 'GeV' },
  ...{ vx: 'm', vy: 'm', vz: 'm' },
};

/** A column of finite numbers; weights are not negative. A file that says no unit of a column has the usual one.
 * @throws ToolbaseError BAD_ARGUMENTS naming the row, or a unit that is another */
export function finite(table: Table, name: string, label: string): Float64Array {
  const values = numbers(table, name);
  const unit = table.columns.find((column) => column.name === name)?.unit ?? '1';
  const usual = UNITS[name] ?? '1';
  if (unit !== '1' && unit !== usual)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `${label}: ${name} is in ${JSON.stringify(unit.slice(0, 20))}, not in ${usual === '1' ? 'pure numbers' : usual}`,
      { hint: 'Convert the column, and say its new unit.' },
    );
  const weight = name.includes('weight');
  const wrong = firstWrong(values, weight);
  if (wrong >= 0)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `${label}: row ${wrong + 1} has ${name} ${String(values[wrong])}`,
      {
        hint: weight
          ? 'Weights are finite and not negative.'
          : 'Momenta (GeV) and positions (m) are finite numbers.',
      },
    );
  return values;
}

/** Beyond it products of values are no finite numbers. */
const LARGEST = 1e60;

/** A plain loop: it sees millions of values. */
function firstWrong(values: Float64Array, weight: boolean): number {
  const least = weight ? 0 : -LARGEST;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    if (!(value >= least && value <= LARGEST)) return i;
  }
  return -1;
}

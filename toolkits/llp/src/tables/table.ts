import { ToolbaseError } from 'toolbase/toolkit';
import type { TableMetadata } from './metadata.ts';

/** Text in few distinct values: row i holds `labels[codes[i]]`. */
export type Labels = { readonly codes: Int32Array; readonly labels: readonly string[] };

export type ColumnValues = Float64Array | Int32Array | Labels;

export type Column = {
  readonly name: string;
  /** GeV, m, rad, 1/GeV, or 1 for a pure number and for text. */
  readonly unit: string;
  readonly values: ColumnValues;
};

/** Columns of equal length, with what they mean. */
export type Table = {
  readonly columns: readonly Column[];
  readonly metadata: TableMetadata;
};

export const isLabels = (values: ColumnValues): values is Labels => 'codes' in values;

const lengthOf = (values: ColumnValues): number => (isLabels(values) ? values.codes.length : values.length);

export const rowsOf = ({ columns: [first] }: Table): number =>
  first === undefined ? 0 : lengthOf(first.values);

/** @throws ToolbaseError INTERNAL when columns differ in length or share a name */
export function tableOf(columns: readonly Column[], metadata: TableMetadata): Table {
  const names = new Set(columns.map(({ name }) => name));
  const lengths = new Set(columns.map(({ values }) => lengthOf(values)));
  if (names.size !== columns.length || lengths.size > 1)
    throw new ToolbaseError('INTERNAL', 'columns of a table differ in length or share a name');
  return { columns, metadata };
}

/** The table of a file. @throws ToolbaseError BAD_ARGUMENTS when columns differ in length or share a name */
export function tableFound(columns: readonly Column[], metadata: TableMetadata, label: string): Table {
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `${label}: two columns are called ${JSON.stringify(twice.slice(0, 40))}`,
      {
        hint: 'Keep one of them.',
      },
    );
  const [first] = columns;
  const other = columns.find(({ values }) => lengthOf(values) !== lengthOf(first?.values ?? values));
  if (first !== undefined && other !== undefined)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `${label}: ${first.name} has ${lengthOf(first.values)} values, ${other.name} has ${lengthOf(other.values)}`,
      { hint: 'Columns are flat and of equal length.' },
    );
  return { columns, metadata };
}

/** A numeric column as doubles; integers are converted.
 * @throws ToolbaseError BAD_ARGUMENTS when it is missing or text */
export function numbers(table: Table, name: string): Float64Array {
  const { values } = columnOf(table, name);
  // Of no rows a file may not say what they would be.
  if (rowsOf(table) === 0) return new Float64Array();
  if (isLabels(values))
    throw new ToolbaseError('BAD_ARGUMENTS', `the column ${name} of the table holds text, not numbers`);
  return values instanceof Float64Array ? values : Float64Array.from(values);
}

/** A text column.
 * @throws ToolbaseError BAD_ARGUMENTS when it is missing or numeric */
export function labels(table: Table, name: string): Labels {
  const { values } = columnOf(table, name);
  if (isLabels(values)) return values;
  if (rowsOf(table) === 0) return { codes: new Int32Array(), labels: [] };
  throw new ToolbaseError('BAD_ARGUMENTS', `the column ${name} of the table holds numbers, not text`);
}

export const hasColumn = ({ columns }: Table, name: string): boolean =>
  columns.some((column) => column.name === name);

function columnOf({ columns, metadata }: Table, name: string): Column {
  const found = columns.find((column) => column.name === name);
  if (found !== undefined) return found;
  const there = columns.map((column) => column.name).join(', ');
  throw new ToolbaseError('BAD_ARGUMENTS', `the ${metadata.format} table has no column ${name}`, {
    hint: `It has ${there || 'no columns'}.`,
  });
}

/** Text values as a column: distinct ones in order of appearance. */
export function labelled(values: readonly string[]): Labels {
  const codeOf = new Map<string, number>();
  const codes = Int32Array.from(values, (value) => {
    const code = codeOf.get(value) ?? codeOf.size;
    codeOf.set(value, code);
    return code;
  });
  return { codes, labels: [...codeOf.keys()] };
}

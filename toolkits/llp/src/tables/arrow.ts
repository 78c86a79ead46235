import { runInNewContext } from 'node:vm';
import {
  type Data,
  Dictionary,
  Field,
  Float64,
  Int32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table as ArrowTable,
  tableFromIPC,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';
import { ToolbaseError } from 'toolbase/toolkit';
import { withBoundedVectors } from './bounded-vectors.ts';
import { METADATA_KEY, printMetadata, readMetadata } from './metadata-text.ts';
import {
  type Column,
  type ColumnValues,
  isLabels,
  labelled,
  rowsOf,
  type Table,
  tableFound,
} from './table.ts';

/** An Arrow IPC file (Feather version 2), uncompressed. Equal tables give equal bytes. */
export function encodeArrow(table: Table): Uint8Array {
  const fields = table.columns.map(
    ({ name, unit, values }, index) =>
      new Field(name, typeOf(values, index), false, new Map([['unit', unit]])),
  );
  const schema = new Schema(fields, new Map([[METADATA_KEY, printMetadata(table.metadata)]]));
  const children = table.columns.map(({ values }, index) => dataOf(values, index));
  const struct = makeData({ type: new Struct(fields), length: rowsOf(table), nullCount: 0, children });
  return tableToIPC(new ArrowTable(schema, [new RecordBatch(schema, struct)]), 'file');
}

// The identity of a dictionary counts up within a process unless it is given.
const textType = (index: number): Dictionary<Utf8, Int32> => new Dictionary(new Utf8(), new Int32(), index);

function typeOf(values: ColumnValues, index: number): Float64 | Int32 | Dictionary<Utf8, Int32> {
  if (isLabels(values)) return textType(index);
  return values instanceof Float64Array ? new Float64() : new Int32();
}

function dataOf(values: ColumnValues, index: number): Data {
  if (values instanceof Float64Array)
    return makeData({ type: new Float64(), data: values, length: values.length, nullCount: 0 });
  if (values instanceof Int32Array)
    return makeData({ type: new Int32(), data: values, length: values.length, nullCount: 0 });
  return makeData({
    type: textType(index),
    data: values.codes,
    length: values.codes.length,
    nullCount: 0,
    dictionary: vectorFromArray([...values.labels], new Utf8()),
  });
}

/** @throws ToolbaseError BAD_ARGUMENTS for a file that is no Arrow file, or has columns of other types */
export function decodeArrow(bytes: Uint8Array, label: string): Table {
  try {
    const table = withBoundedVectors(() => readInTime(bytes));
    // A value takes a byte at least, so that more values are none that could be read.
    if (mostValues(table) > bytes.length) throw new RangeError('more values than bytes');
    const columns = table.schema.fields.map((field, at) => columnOf(table, field, at, label));
    return tableFound(columns, readMetadata(table.schema.metadata.get(METADATA_KEY), label), label);
  } catch (cause) {
    if (cause instanceof ToolbaseError) throw cause;
    throw new ToolbaseError('BAD_ARGUMENTS', `${label} cannot be read as an Arrow IPC file`, {
      hint: 'Compressed Arrow files are not read: write it uncompressed (pandas: to_feather(compression="uncompressed")).',
      cause,
    });
  }
}

/** Rows, or words of a column of text. */
const mostValues = (table: ArrowTable): number =>
  Math.max(
    table.numRows,
    ...table.batches.flatMap(({ data }) => data.children.map(({ dictionary }) => dictionary?.length ?? 0)),
  );

/** A whole file is taken as it lies, in milliseconds. */
const MOST_MS = 3000;

/** The table of a file. The lengths in a damaged one may send the reader back to where it was, without end, so that it gets a limit of
 * time: that of a context is the one that ends a loop in the same thread. */
function readInTime(bytes: Uint8Array): ArrowTable {
  const found: ArrowTable[] = [];
  const read = (): void => {
    found.push(tableFromIPC(bytes));
  };
  runInNewContext('read()', { read }, { timeout: MOST_MS });
  const [table] = found;
  if (table === undefined) throw new RangeError('nothing was read');
  return table;
}

function columnOf(table: ArrowTable, field: Field, at: number, label: string): Column {
  const vector = table.getChildAt(at);
  const values = vector === null ? undefined : valuesOf(vector);
  if (values === undefined)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `${label}: the column ${field.name} is ${String(field.type)}, with or without gaps`,
      { hint: 'Columns are 64-bit floats, integers or text, and no value is missing.' },
    );
  return { name: field.name, unit: field.metadata.get('unit') ?? '1', values };
}

function valuesOf(vector: Vector): ColumnValues | undefined {
  if (vector.nullCount > 0) return undefined;
  const [chunk] = vector.data;
  // Of one batch the bytes are taken as they lie in the file.
  if (vector.data.length === 1 && chunk?.offset === 0) {
    const whole: unknown = chunk.values;
    if (whole instanceof Float64Array) return whole.subarray(0, vector.length);
    if (whole instanceof Int32Array) {
      const codes = whole.subarray(0, vector.length);
      if (vector.type instanceof Int32) return codes;
      if (chunk.dictionary !== undefined) return codedBy(codes, Array.from(chunk.dictionary, String));
    }
  }
  const first: unknown = vector.length === 0 ? 0 : vector.get(0);
  if (typeof first === 'string') return labelled(Array.from(vector, String));
  return typeof first === 'number' || typeof first === 'bigint' ? toDoubles(vector) : undefined;
}

/** Undefined for a code that stands for nothing. */
const codedBy = (codes: Int32Array, names: readonly string[]): ColumnValues | undefined =>
  codes.every((code) => code >= 0 && code < names.length) ? { codes, labels: names } : undefined;

const toDoubles = (vector: Vector): Float64Array => Float64Array.from(vector as Iterable<unknown>, Number);

import { type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import { METADATA_KEY, printMetadata, readMetadata } from './metadata-text.ts';
import { type Column, isLabels, labelled, type Table, tableFound } from './table.ts';

/** A Parquet file, its pages compressed with Snappy. */
export function encodeParquet(table: Table): Uint8Array {
  const units = Object.fromEntries(table.columns.map(({ name, unit }) => [name, unit]));
  const buffer = parquetWriteBuffer({
    columnData: table.columns.map(({ name, values }) => {
      if (isLabels(values))
        return {
          name,
          type: 'STRING' as const,
          data: Array.from(values.codes, (code) => values.labels[code] ?? ''),
          nullable: false,
        };
      const type = values instanceof Float64Array ? ('DOUBLE' as const) : ('INT32' as const);
      return { name, type, data: values, nullable: false };
    }),
    kvMetadata: [
      { key: METADATA_KEY, value: printMetadata(table.metadata) },
      { key: UNITS_KEY, value: JSON.stringify(units) },
    ],
    createdBy: 'toolbase',
  });
  return new Uint8Array(buffer);
}

const UNITS_KEY = 'units';
const Units = z.record(z.string(), z.string());

/** Units that the file says; none where it says them badly. */
function unitsOf(text: string | undefined): Readonly<Record<string, string>> {
  try {
    return Units.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

/** @throws ToolbaseError BAD_ARGUMENTS for a file that is no Parquet file, or has columns of other types */
export async function decodeParquet(bytes: Uint8Array, label: string): Promise<Table> {
  const { buffer, byteOffset, byteLength } = bytes;
  const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const { columns: found, keys } = await parsed(file, label);
  const units = unitsOf(keys.get(UNITS_KEY));
  const columns = [...found].map(
    ([name, values]): Column => ({ name, unit: units[name] ?? '1', values: valuesOf(values, name, label) }),
  );
  return tableFound(columns, readMetadata(keys.get(METADATA_KEY), label), label);
}

async function parsed(
  file: ArrayBuffer,
  label: string,
): Promise<{ columns: Map<string, unknown[]>; keys: Map<string, string> }> {
  try {
    const metadata = await parquetMetadataAsync(file);
    const names = metadata.schema.slice(1).map(({ name }) => name);
    checkFlat(metadata, names);
    const columns = new Map(names.map((name): [string, unknown[]] => [name, []]));
    await parquetRead({
      file,
      metadata,
      onChunk: ({ columnName, columnData }) => {
        const column = columns.get(columnName);
        for (const value of columnData) column?.push(value);
      },
    });
    const keys = (metadata.key_value_metadata ?? []).map(({ key, value }): [string, string] => [
      key,
      value ?? '',
    ]);
    return { columns, keys: new Map(keys) };
  } catch (cause) {
    throw new ToolbaseError('BAD_ARGUMENTS', `${label} cannot be read as a Parquet file`, {
      hint: 'Flat columns, uncompressed or compressed with Snappy, are read.',
      cause,
    });
  }
}

/** What is read of a column that the schema does not have would fail where nobody hears it, and end the process.
 * @throws Error when columns are nested, or those of a part are not those of the schema */
function checkFlat({ row_groups: groups }: FileMetaData, names: readonly string[]): void {
  for (const { columns } of groups) {
    const paths = columns.map(({ meta_data: data }) => data?.path_in_schema.join('.'));
    if (paths.length !== names.length || paths.some((found, at) => found !== names[at]))
      throw new Error('columns are not those of the schema');
  }
}

function valuesOf(values: readonly unknown[], name: string, label: string): Column['values'] {
  if (values.every((value) => typeof value === 'string')) return labelled(values);
  const wrong = values.findIndex((value) => typeof value !== 'number' && typeof value !== 'bigint');
  if (wrong >= 0)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `${label}: row ${wrong + 1} of the column ${name} is no number`,
      {
        hint: 'Columns are numbers or text, and no value is missing.',
      },
    );
  return Float64Array.from(values, Number);
}

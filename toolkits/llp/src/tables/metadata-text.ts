import { ToolbaseError } from 'toolbase/toolkit';
import { TableMetadata, unknownMetadata } from './metadata.ts';

/** Under this key Arrow and Parquet files keep the metadata as JSON. */
export const METADATA_KEY = 'toolbase';

export const printMetadata = (metadata: TableMetadata): string => JSON.stringify(sorted(metadata));

const sorted = (metadata: TableMetadata): TableMetadata => ({
  ...metadata,
  values: Object.fromEntries(
    Object.entries(metadata.values).sort(([a], [b]) => (a < b ? -1 : Number(a > b))),
  ),
});

/** @param text what the file holds, undefined when it says nothing of itself
 * @throws ToolbaseError BAD_ARGUMENTS when it is not what this toolkit writes */
export function readMetadata(text: string | undefined, label: string): TableMetadata {
  if (text === undefined) return unknownMetadata();
  const read = TableMetadata.safeParse(jsonOf(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ToolbaseError(
    'BAD_ARGUMENTS',
    `${label}: its metadata is damaged at ${issue?.path.join('.') || 'the root'}`,
    { hint: 'Make the file again, or remove the metadata to have it read without units and conventions.' },
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

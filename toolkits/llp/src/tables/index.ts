export { decodeArrow, encodeArrow } from './arrow.ts';
export { decodeCsv, encodeCsv } from './csv.ts';
export { decodeJsonl, encodeJsonl } from './jsonl.ts';
export { numberValue, TableMetadata } from './metadata.ts';
export { decodeParquet, encodeParquet } from './parquet.ts';
export {
  type Column,
  type ColumnValues,
  hasColumn,
  labelled,
  type Labels,
  labels,
  numbers,
  rowsOf,
  type Table,
  tableOf,
} from './table.ts';

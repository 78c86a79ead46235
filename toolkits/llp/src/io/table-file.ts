import { createHash } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ToolbaseError } from 'toolbase/toolkit';
import {
  decodeArrow,
  decodeCsv,
  decodeJsonl,
  decodeParquet,
  encodeArrow,
  encodeCsv,
  encodeJsonl,
  encodeParquet,
  rowsOf,
  type Table,
} from '../tables/index.ts';

export type FoundTable = { readonly table: Table; readonly sha256: string };

/** Reads a table by the ending of its name: .arrow or .feather, .parquet, .csv, .jsonl.
 * @param label the name as the caller wrote it
 * @throws ToolbaseError BAD_ARGUMENTS, FILE_TOO_LARGE */
export async function readTable(file: string, label: string, signal?: AbortSignal): Promise<FoundTable> {
  const ending = endingOf(label);
  checkSize(ending, (await stat(file)).size, label);
  const bytes = await readFile(file, signal === undefined ? {} : { signal });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { table: await decoded(ending, bytes, label), sha256 };
}

/** A file is read at once, and text as one string: Node takes no more. */
const MOST_BYTES = 2 ** 31 - 1;
const MOST_TEXT_BYTES = 5e8;
const isText = (ending: Ending): boolean => ending === '.csv' || ending === '.jsonl';

/** @throws ToolbaseError FILE_TOO_LARGE */
function checkSize(ending: Ending, bytes: number, label: string): void {
  if (bytes > (isText(ending) ? MOST_TEXT_BYTES : MOST_BYTES))
    throw new ToolbaseError('FILE_TOO_LARGE', `${label}: ${bytes} bytes are more than can be read`, {
      hint: isText(ending) ? 'Use .arrow for so many rows.' : 'Thin its rows.',
    });
}

function decoded(ending: Ending, bytes: Buffer, label: string): Table | Promise<Table> {
  switch (ending) {
    case '.arrow':
    case '.feather':
      return decodeArrow(bytes, label);
    case '.parquet':
      return decodeParquet(bytes, label);
    case '.csv':
      return decodeCsv(bytes.toString('utf8'), label);
    case '.jsonl':
      return decodeJsonl(bytes.toString('utf8'), label);
  }
}

/** Writes a table as the ending of its name says, and returns the digest of the file; never half of it.
 * @param bare for .jsonl: without the line of metadata, as HEPTAPOD reads it
 * @throws ToolbaseError BAD_ARGUMENTS for an ending that is none of a table */
export async function writeTable(file: string, table: Table, bare = false): Promise<string> {
  const bytes = encodedWhole(endingOf(file), table, bare);
  await writeWhole(file, bytes);
  return createHash('sha256').update(bytes).digest('hex');
}

/** Written beside and renamed, so that nobody reads half of it. */
export async function writeWhole(file: string, bytes: Uint8Array | string): Promise<void> {
  const beside = `${file}.part`;
  try {
    await writeFile(beside, bytes, { flush: true });
    await rename(beside, file);
  } catch (cause) {
    await rm(beside, { force: true });
    throw cause;
  }
}

/** @throws ToolbaseError FILE_TOO_LARGE for more text than a string holds */
function encodedWhole(ending: Ending, table: Table, bare: boolean): Uint8Array {
  try {
    return encoded(ending, table, bare);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ToolbaseError('FILE_TOO_LARGE', `${rowsOf(table)} rows are too many for ${ending}`, {
      hint: 'Use .arrow for so many rows.',
      cause,
    });
  }
}

function encoded(ending: Ending, table: Table, bare: boolean): Uint8Array {
  switch (ending) {
    case '.arrow':
    case '.feather':
      return encodeArrow(table);
    case '.parquet':
      return encodeParquet(table);
    case '.csv':
      return Buffer.from(encodeCsv(table));
    case '.jsonl':
      return Buffer.from(encodeJsonl(table, bare));
  }
}

const ENDINGS = ['.arrow', '.feather', '.parquet', '.csv', '.jsonl'] as const;
type Ending = (typeof ENDINGS)[number];

function endingOf(name: string): Ending {
  const found = ENDINGS.find((ending) => path.extname(name).toLowerCase() === ending);
  if (found !== undefined) return found;
  throw new ToolbaseError('BAD_ARGUMENTS', `${path.basename(name)}: the ending says no kind of table`, {
    hint: `Use one of ${ENDINGS.join(', ')}.`,
  });
}

import { ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import { type TableMetadata, unknownMetadata } from './metadata.ts';
import { METADATA_KEY, printMetadata, readMetadata } from './metadata-text.ts';
import { type Column, isLabels, labelled, rowsOf, type Table, tableFound } from './table.ts';

/** A JSON object a line. Unless `bare`, which is what HEPTAPOD writes and reads, a first line holds the metadata. */
export function encodeJsonl(table: Table, bare: boolean): string {
  const { columns, metadata } = table;
  const units = Object.fromEntries(columns.map(({ name, unit }) => [name, unit]));
  const head = bare
    ? []
    : [`{${JSON.stringify(METADATA_KEY)}:${printMetadata(metadata)},"units":${JSON.stringify(units)}}`];
  const cells = columns.map(({ name, values }) => {
    const key = JSON.stringify(name);
    return (row: number): string => {
      const value = isLabels(values) ? values.labels[values.codes[row] ?? 0] : values[row];
      return `${key}:${JSON.stringify(value)}`;
    };
  });
  const rows = Array.from(
    { length: rowsOf(table) },
    (_, row) => `{${cells.map((cell) => cell(row)).join(',')}}`,
  );
  return [...head, ...rows].map((line) => `${line}\n`).join('');
}

const Row = z.record(z.string(), z.union([z.number(), z.string()]));
const Head = z.object({
  [METADATA_KEY]: z.unknown(),
  units: z.record(z.string(), z.string()).default({}),
});

/** Reads rows with or without a first line of metadata: also HEPTAPOD's `parentflux-1.0` and `llpflux-2.0`.
 * @throws ToolbaseError BAD_ARGUMENTS naming the line */
export function decodeJsonl(text: string, label: string): Table {
  const lines = text.split('\n');
  const head = Head.safeParse(parsed(lines[0] ?? '', label, 1));
  const own = head.success && head.data[METADATA_KEY] !== undefined ? head.data : undefined;
  const rows: Record<string, number | string>[] = [];
  for (let at = own === undefined ? 0 : 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const row = Row.safeParse(parsed(line, label, at + 1));
    if (!row.success) throw fault(label, at + 1, 'is no object of numbers and texts');
    rows.push(row.data);
  }
  const names = Object.keys(rows[0] ?? own?.units ?? {});
  const columns = names.map((name) => column(name, rows, own?.units[name] ?? '1', label));
  const metadata =
    own === undefined ? guessed(names) : readMetadata(JSON.stringify(own[METADATA_KEY]), label);
  return tableFound(columns, metadata, label);
}

function column(
  name: string,
  rows: readonly Record<string, number | string>[],
  unit: string,
  label: string,
): Column {
  const isText = typeof rows[0]?.[name] === 'string';
  const wrong = rows.findIndex((row) => typeof row[name] !== (isText ? 'string' : 'number'));
  if (wrong >= 0) throw fault(label, wrong + 1, `(counted without a header) has no fitting ${name}`);
  const values = rows.map((row) => row[name]);
  return { name, unit, values: isText ? labelled(values.map(String)) : Float64Array.from(values, Number) };
}

/** What a bare file is, by its columns. */
function guessed(names: readonly string[]): TableMetadata {
  if (names.includes('event_weight_g2_stripped')) return unknownMetadata('llpflux-2.0');
  return unknownMetadata(names.includes('weight_per_collision') ? 'parentflux-1.0' : 'unknown');
}

function parsed(line: string, label: string, number: number): unknown {
  if (line.trim() === '') return undefined;
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw fault(label, number, 'is no JSON');
  }
}

const fault = (label: string, line: number, reason: string): ToolbaseError =>
  new ToolbaseError('BAD_ARGUMENTS', `line ${line} of ${label} ${reason}`, {
    hint: 'Give one JSON object a line, all with the same keys.',
  });

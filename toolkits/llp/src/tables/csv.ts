import { ToolbaseError } from 'toolbase/toolkit';
import { unknownMetadata } from './metadata.ts';
import { METADATA_KEY, printMetadata, readMetadata } from './metadata-text.ts';
import { textColumns } from './text-columns.ts';
import { isLabels, rowsOf, type Table, tableFound } from './table.ts';

/** Comma-separated values: comment lines `# key=value` first, with HEPTAPOD's keys among them, then names, then rows. */
export function encodeCsv(table: Table): string {
  const { columns, metadata } = table;
  const units = Object.fromEntries(columns.map(({ name, unit }) => [name, unit]));
  const head = [
    `# format=${metadata.format}`,
    ...Object.entries(metadata.values).map(([key, value]) => `# ${key}=${String(value)}`),
    `# units=${JSON.stringify(units)}`,
    `# ${METADATA_KEY}=${printMetadata(metadata)}`,
    columns.map(({ name }) => name).join(','),
  ];
  const cells = columns.map(
    ({ values }) =>
      (row: number) =>
        isLabels(values) ? quoted(values.labels[values.codes[row] ?? 0] ?? '') : String(values[row]),
  );
  const rows = Array.from({ length: rowsOf(table) }, (_, row) => cells.map((cell) => cell(row)).join(','));
  return `${[...head, ...rows].join('\n')}\n`;
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Reads what encodeCsv writes, and HEPTAPOD's `llpspectrum-1.0`, whose header lines are `# key=value` or `# key: value`.
 * @throws ToolbaseError BAD_ARGUMENTS naming the line */
export function decodeCsv(text: string, label: string): Table {
  const lines = text.split(/\r?\n/);
  const body = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  const names = lines[body]?.split(',').map((name) => name.trim());
  if (names === undefined)
    throw new ToolbaseError('BAD_ARGUMENTS', `${label} has no line with the names of its columns`, {
      hint: 'Comment lines start with #; then comes a line such as x,pdf.',
    });
  const keys = keysOf(lines.slice(0, body));
  const rows = lines.slice(body + 1).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const cells = cellsOf(line);
    if (cells.length !== names.length)
      throw new ToolbaseError(
        'BAD_ARGUMENTS',
        `line ${body + index + 2} of ${label} has ${cells.length} values for ${names.length} columns`,
        { hint: 'Each row has a value for every column, separated by commas.' },
      );
    return [cells];
  });
  const units = keys.get('units');
  const columns = textColumns(names, rows, unitsOf(units));
  const own = keys.get(METADATA_KEY);
  return tableFound(columns, own === undefined ? foreignMetadata(keys) : readMetadata(own, label), label);
}

function unitsOf(text: string | undefined): Readonly<Record<string, string>> {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    return typeof read === 'object' && read !== null
      ? Object.fromEntries(Object.entries(read).map(([name, unit]) => [name, String(unit)]))
      : {};
  } catch {
    return {};
  }
}

const keysOf = (comments: readonly string[]): Map<string, string> =>
  new Map(
    comments.flatMap((line): [string, string][] => {
      const [, key, value] = /^#\s*([A-Za-z_][\w.-]*)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value]];
    }),
  );

function foreignMetadata(keys: ReadonlyMap<string, string>): Table['metadata'] {
  const values = [...keys].map(([key, value]): [string, string | number] => {
    const number = Number(value);
    return [key, value !== '' && Number.isFinite(number) ? number : value];
  });
  return {
    ...unknownMetadata(keys.has('B_hat') ? 'llpspectrum-1.0' : 'unknown'),
    values: Object.fromEntries(values),
  };
}

/** Values of a line; quotes may hold commas. */
function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  return Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, inner, plain]) =>
    inner === undefined ? (plain ?? '') : inner.replaceAll('""', '"'),
  );
}

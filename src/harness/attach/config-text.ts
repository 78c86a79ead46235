import { isDeepStrictEqual } from 'node:util';
import { type Json, ToolbaseError } from '../../kernel/index.ts';
import { jsonText } from './json-text.ts';
import { isTable, type Table, withoutEmpty } from './text-editor.ts';
import { tomlText } from './toml-text.ts';
import { yamlText } from './yaml-text.ts';

const EDITORS = { json: jsonText, toml: tomlText, yaml: yamlText } as const;
export type TextFormat = keyof typeof EDITORS;

/** Reads a configuration file. @param label names it in messages   @throws ToolbaseError UNSUPPORTED when it is broken */
export function readConfig(format: TextFormat, text: string, label: string): Table {
  try {
    return EDITORS[format].read(text);
  } catch (cause) {
    throw new ToolbaseError('UNSUPPORTED', `${label} is broken: ${reasonOf(cause)}`, {
      hint: 'Nothing was written. Repair the file first.',
    });
  }
}

/** Adds one value, and makes sure that nothing else in the file has another meaning afterwards.
 * @throws ToolbaseError UNSUPPORTED when that cannot be done */
export function insertValue(
  format: TextFormat,
  text: string,
  keys: readonly string[],
  value: Record<string, Json>,
  label: string,
): string {
  const before = readConfig(format, text, label);
  return checked(
    format,
    () => EDITORS[format].insert(text, keys, value),
    withValue(before, keys, value),
    label,
  );
}

/** Takes one value out, and makes sure that nothing else changed. @throws ToolbaseError UNSUPPORTED */
export function removeValue(
  format: TextFormat,
  text: string,
  keys: readonly string[],
  label: string,
): string {
  const before = readConfig(format, text, label);
  return checked(format, () => EDITORS[format].remove(text, keys), withValue(before, keys, undefined), label);
}

/** The value at these keys, if any. @throws ToolbaseError UNSUPPORTED when something else than a table is on the way */
export function valueOf(table: Table, keys: readonly string[], label: string): unknown {
  let at: unknown = table;
  for (const [depth, key] of keys.entries()) {
    if (!isTable(at))
      throw new ToolbaseError('UNSUPPORTED', `${label}: ${keys.slice(0, depth).join('.')} is not a table`);
    at = Object.hasOwn(at, key) ? at[key] : undefined;
    if (at === undefined || at === null) return undefined;
  }
  return at;
}

/** An editor may refuse a layout, or get it wrong. */
function checked(format: TextFormat, edit: () => string, wanted: Table, label: string): string {
  try {
    const text = edit();
    if (isDeepStrictEqual(withoutEmpty(EDITORS[format].read(text)), withoutEmpty(wanted))) return text;
  } catch {
    // told below
  }
  throw new ToolbaseError('UNSUPPORTED', `${label} is written in a way that cannot be edited safely`, {
    hint: 'Nothing was written. Write the table that holds the servers on lines of its own.',
  });
}

function withValue(table: Table, [key, ...rest]: readonly string[], value: unknown): Table {
  if (key === undefined) return table;
  const inner = Object.hasOwn(table, key) && isTable(table[key]) ? table[key] : {};
  const next = rest.length === 0 ? value : withValue(inner, rest, value);
  const others = Object.entries(table).filter(([name]) => name !== key);
  return Object.fromEntries(next === undefined ? others : [...others, [key, next]]);
}

const reasonOf = (cause: unknown): string =>
  // Parsers quote the line, and a token may stand on it.
  (cause instanceof Error ? cause.message : String(cause)).split('\n')[0] ?? '';

import { parse, patch, stringify } from '@decimalturn/toml-patch';
import type { Json } from '../../kernel/index.ts';
import { isTable, type TextEditor } from './text-editor.ts';

/** TOML 1.0. A new table is written as a section of its own at the end of the file: a header there is valid whatever
 * stands before it, and no other line is touched. */
export const tomlText: TextEditor = {
  read: (text) => plain(parse(text)),
  insert(text, keys, value) {
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
    return `${text}${gap}${sectionsOf(keys, value).join('\n\n').replaceAll('\n', eol)}${eol}`;
  },
  remove(text, keys) {
    const table = plain(parse(text));
    const owner = keys.slice(0, -1).reduce<unknown>((at, key) => (isTable(at) ? at[key] : undefined), table);
    const last = keys.at(-1);
    if (!isTable(owner) || last === undefined) return text;
    Reflect.deleteProperty(owner, last);
    return patch(text, table);
  },
};

/** `[a.b]` with its own values, then `[a.b.c]` for each table in it. */
function sectionsOf(keys: readonly string[], value: Readonly<Record<string, Json>>): string[] {
  const entries = Object.entries(value);
  const own = Object.fromEntries(entries.filter(([, child]) => !isTable(child)));
  const inner = entries.flatMap(([key, child]) =>
    isTable(child) ? sectionsOf([...keys, key], child as Record<string, Json>) : [],
  );
  return [`[${keys.map(keyText).join('.')}]\n${stringify(own).trim()}`.trim(), ...inner];
}

const keyText = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

function plain(value: unknown): Record<string, unknown> {
  return isTable(value) ? value : {};
}

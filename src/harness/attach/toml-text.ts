import { isDeepStrictEqual } from 'node:util';
import { parse, patch, stringify } from '@decimalturn/toml-patch';
import type { Json } from '../../kernel/index.ts';
import { isTable, type TextEditor, withoutEmpty } from './text-editor.ts';

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
    return withoutSections(text, keys, table) ?? patch(text, table);
  },
};

/** The text without the lines of a section and those below it, as `insert` writes them; what stands after its last value, such as
 * a comment, stays. Undefined where that is not all of it, or more.
 * @param wanted what the text is to mean then, but for tables that hold nothing */
function withoutSections(text: string, keys: readonly string[], wanted: object): string | undefined {
  const header = `[${keys.map(keyText).join('.')}`;
  const kept: string[] = [];
  let since: string[] | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    const trimmed = line.trim();
    if (trimmed.startsWith('[')) {
      const isOwn = trimmed === `${header}]` || trimmed.startsWith(`${header}.`);
      if (!isOwn) kept.push(...(since ?? []));
      // The empty line before it was written with it.
      else if (since === undefined && kept.at(-1)?.trim() === '') kept.pop();
      since = isOwn ? [] : undefined;
    }
    if (since === undefined) kept.push(line);
    else if (trimmed === '' || trimmed.startsWith('#')) since.push(line);
    else since = [];
  }
  const rest = [...kept, ...(since ?? [])].join('');
  return means(rest, wanted) ? rest : undefined;
}

function means(text: string, wanted: object): boolean {
  try {
    return isDeepStrictEqual(withoutEmpty(parse(text)), withoutEmpty(wanted));
  } catch {
    return false;
  }
}

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

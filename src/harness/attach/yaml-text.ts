import { isMap, isScalar, parseDocument, stringify } from 'yaml';
import { type Json, parseStrictYaml } from '../../kernel/index.ts';
import { isTable, type TextEditor } from './text-editor.ts';

/** YAML 1.2. A value is written as lines of its own after the block it belongs to, so that no other line is touched;
 * only in a table of the form `{…}` is the document written anew, comments kept. */
export const yamlText: TextEditor = {
  read(text) {
    const value = parseStrictYaml(text, 'it');
    if (value === null) return {};
    if (!isTable(value)) throw new Error('it is not a YAML map');
    return value;
  },
  insert: (text, keys, value) => insertedLines(text, keys, value) ?? rewritten(text, keys, value),
  remove(text, keys) {
    const document = parseDocument(text);
    document.deleteIn(keys);
    return document.toString({ lineWidth: 0 });
  },
};

/** Undefined when the table that the value belongs to is not written as a block. */
function insertedLines(
  text: string,
  keys: readonly string[],
  value: Record<string, Json>,
): string | undefined {
  const document = parseDocument(text);
  if (document.contents === null) return text + linesOf(keys, value, 0);
  for (let depth = keys.length - 1; depth >= 0; depth -= 1) {
    const owner: unknown = depth === 0 ? document.contents : document.getIn(keys.slice(0, depth), true);
    if (owner === undefined) continue;
    if (!isMap(owner) || owner.flow === true || owner.items.length === 0) return undefined;
    const [start = 0, end = 0] = owner.range ?? [];
    const newline = text.indexOf('\n', Math.max(start, end - 1));
    const at = newline === -1 ? text.length : newline + 1;
    const lines = linesOf(keys.slice(depth), value, start - (text.lastIndexOf('\n', start - 1) + 1));
    return text.slice(0, at) + (newline === -1 ? '\n' : '') + lines + text.slice(at);
  }
  return undefined;
}

function rewritten(text: string, keys: readonly string[], value: Record<string, Json>): string {
  const document = parseDocument(text);
  const [table, name] = [keys.slice(0, -1), keys.slice(-1)];
  const owner: unknown = document.getIn(table, true);
  // `extensions:` with nothing after it
  if (isScalar(owner) && owner.value === null) document.setIn(table, nested(name, value));
  else document.setIn(keys, value);
  return document.toString({ lineWidth: 0 });
}

const linesOf = (keys: readonly string[], value: Record<string, Json>, indent: number): string =>
  stringify(nested(keys, value), { lineWidth: 0 })
    .split('\n')
    .map((line) => (line === '' ? line : ' '.repeat(indent) + line))
    .join('\n');

const nested = (keys: readonly string[], value: unknown): unknown =>
  keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

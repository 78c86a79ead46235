import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  parseDocument,
  type Pair,
  Scalar,
  type YAMLMap,
} from 'yaml';
import {
  canonicalJson,
  type Json,
  parseStrictYaml,
  ToolbaseError,
  type ToolkitName,
} from '../kernel/index.ts';

/** One change of what a loadout asks for. */
export type LoadoutEdit =
  /** Takes a toolkit in a range, or gives the one that is there another range. */
  | { readonly kind: 'take'; readonly name: ToolkitName; readonly range: string }
  /** Takes the entry of a toolkit away; it must be there. */
  | { readonly kind: 'drop'; readonly name: ToolkitName };

/** The text of a loadout after an edit. Only the lines that it concerns change: comments, order and layout of all
 * others stay byte for byte. Where a single line cannot be found (a flow map, an alias) the file is laid out again, its
 * comments kept.
 * @param text of a sound loadout @param label names it in messages
 * @throws ToolbaseError BAD_YAML; UNSUPPORTED for what YAML cannot express by an edit, such as an entry that is an alias */
export function editLoadout(text: string, edit: LoadoutEdit, label: string): string {
  const wanted = canonicalJson(edited(parseStrictYaml(text, label), edit));
  const isRight = (changed: string | undefined): changed is string =>
    changed !== undefined && canonicalJson(parseStrictYaml(changed, label)) === wanted;
  const document = parseDocument(text, { version: '1.2', schema: 'core', stringKeys: true });
  const spliced = splice(text, document, edit);
  if (isRight(spliced)) return spliced;
  const laidOut = layOut(text, document, edit);
  if (isRight(laidOut)) return laidOut;
  throw new ToolbaseError('UNSUPPORTED', `${label} is written so that ${edit.name} cannot be changed alone`, {
    hint: 'Edit the file by hand, then run `toolbase lock`.',
  });
}

type JsonMap = { readonly [key: string]: Json | undefined };

const mapOf = (value: Json | undefined): JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonMap) : {};

/** What the edited file must say. */
function edited(value: Json, edit: LoadoutEdit): Json {
  const loadout = mapOf(value);
  const toolkits: Record<string, Json | undefined> = { ...mapOf(loadout['toolkits']) };
  const old = Object.hasOwn(toolkits, edit.name) ? toolkits[edit.name] : undefined;
  if (edit.kind === 'drop') return { ...loadout, toolkits: { ...toolkits, [edit.name]: undefined } };
  const entry = typeof old === 'object' ? { ...mapOf(old), version: edit.range } : edit.range;
  return { ...loadout, toolkits: { ...toolkits, [edit.name]: entry } };
}

type Entry = Pair<Scalar<string>>;

function splice(text: string, document: Document.Parsed, edit: LoadoutEdit): string | undefined {
  const toolkits = document.get('toolkits', true);
  if (!isMap(toolkits) || toolkits.flow === true) return undefined;
  const entries = toolkits.items as Entry[];
  const at = entries.findIndex(({ key }) => key.value === edit.name);
  const entry = entries[at];
  if (edit.kind === 'take')
    return entry === undefined
      ? insertAfter(text, entries.at(-1), edit)
      : replaceRange(text, entry.value, edit.range);
  return entry === undefined || entries.length === 1 ? undefined : withoutEntry(text, entry, at > 0);
}

function insertAfter(text: string, last: Entry | undefined, edit: { name: string; range: string }) {
  if (last === undefined) return undefined;
  const end = endOf(text, last);
  const indent = text.slice(lineStart(text, startOf(last)), startOf(last));
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const line = `${indent}${keyText(edit.name)}: ${JSON.stringify(edit.range)}`;
  const isWhole = text[end - 1] === '\n';
  return `${text.slice(0, end)}${isWhole ? '' : eol}${line}${isWhole ? eol : ''}${text.slice(end)}`;
}

function replaceRange(text: string, value: unknown, range: string): string | undefined {
  if (isScalar(value)) return replaceScalar(text, value, range);
  if (!isMap(value)) return undefined;
  const version = value.get('version', true);
  if (isScalar(version)) return replaceScalar(text, version, range);
  const start = value.range?.[0];
  if (start === undefined) return undefined;
  if (value.flow === true)
    return `${text.slice(0, start + 1)} version: ${JSON.stringify(range)},${text.slice(start + 1)}`;
  const indent = text.slice(lineStart(text, start), start);
  return `${text.slice(0, start)}version: ${JSON.stringify(range)}\n${indent}${text.slice(start)}`;
}

function replaceScalar(text: string, { range: place, type }: Scalar, range: string): string | undefined {
  if (place === undefined || place === null) return undefined;
  const quoted = type === Scalar.QUOTE_SINGLE ? `'${range}'` : JSON.stringify(range);
  return text.slice(0, place[0]) + quoted + text.slice(place[1]);
}

/** A comment that stands directly above an entry goes with it, but for the first one, where it may be about all. */
function withoutEntry(text: string, entry: Entry, withComment: boolean): string {
  let start = lineStart(text, startOf(entry));
  while (withComment && start > 0) {
    const above = lineStart(text, start - 1);
    if (!/^[ \t]+#/.test(text.slice(above, start))) break;
    start = above;
  }
  return text.slice(0, start) + text.slice(endOf(text, entry));
}

const startOf = ({ key }: Entry): number => key.range?.[0] ?? 0;

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** Behind the last line of an entry, a comment on that line included. */
function endOf(text: string, { key, value }: Entry): number {
  const end =
    (value as { range?: [number, number, number] | null } | null)?.range?.[1] ?? key.range?.[1] ?? 0;
  if (text[end - 1] === '\n') return end;
  const next = text.indexOf('\n', end);
  return next < 0 ? text.length : next + 1;
}

const keyText = (name: string): string =>
  /^[a-z][a-z-]*$/.test(name) && !['true', 'false', 'null'].includes(name) ? name : JSON.stringify(name);

/** The whole file written anew. */
function layOut(text: string, document: Document.Parsed, edit: LoadoutEdit): string | undefined {
  const toolkits = document.get('toolkits', true);
  if (edit.kind === 'drop') document.deleteIn(['toolkits', edit.name]);
  else if (isMap(toolkits)) take(document, toolkits, edit);
  else document.set('toolkits', document.createNode({ [edit.name]: edit.range }));
  if (document.errors.length > 0) return undefined;
  return document.toString({ lineWidth: 0, flowCollectionPadding: !/\{[^\s}]/.test(text) });
}

function take(
  document: Document.Parsed,
  toolkits: YAMLMap,
  { name, range }: { name: string; range: string },
) {
  if (toolkits.items.length === 0) toolkits.flow = false;
  const entry = toolkits.get(name, true);
  const version = document.createNode(range);
  version.type = Scalar.QUOTE_DOUBLE;
  if (isMap(entry)) entry.set('version', version);
  else if (isAlias(entry)) toolkits.set(name, { ...mapOf(entry.toJS(document) as Json), version });
  else toolkits.set(name, version);
}

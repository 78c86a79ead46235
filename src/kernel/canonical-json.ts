import canonicalize from 'canonicalize';
import { type Digest, sha256 } from './digest.ts';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** JSON Canonicalization Scheme (RFC 8785): one byte sequence a value.
 * @throws Error on NaN, infinities and lone surrogates, which JSON cannot carry. */
export function canonicalJson(value: Json): string {
  const ordered = inOrder(value);
  if (ordered !== undefined) return JSON.stringify(ordered);
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('undefined has no canonical JSON');
  return text;
}

/** The value with its keys in the order in which `JSON.stringify`, which RFC 8785 builds on, gives the canonical form,
 * several times faster than anything that is not built in. Undefined when there is none: integer-like keys stand first
 * in every object, and some values have no canonical form. */
const inOrder = (value: Json): Json | undefined => (isInOrder(value) ? value : sorted(value));

/** Whether a value is in order already, as whatever was read from a canonical file is: it need not be copied. */
function isInOrder(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'boolean';
  if (value === null) return true;
  if (isList(value)) return value.every(isInOrder);
  let last = '';
  for (const key of Object.keys(value)) {
    if (key < last || isUnsortable(key) || !isInOrder(value[key])) return false;
    last = key;
  }
  return true;
}

/** Keys that objects hold first wherever they were put, or not at all, and those without canonical form. */
const isUnsortable = (key: string): boolean =>
  (key >= '0' && key < ':') || key === '__proto__' || !key.isWellFormed();

function sorted(value: Json): Json | undefined {
  if (typeof value !== 'object' || value === null) return isInOrder(value) ? value : undefined;
  return isList(value) ? sortedList(value) : sortedObject(value);
}

function sortedList(list: readonly Json[]): Json | undefined {
  const items: Json[] = [];
  for (const item of list) {
    const each = sorted(item);
    if (each === undefined) return undefined;
    items.push(each);
  }
  return items;
}

function sortedObject(value: { readonly [key: string]: Json | undefined }): Json | undefined {
  const members: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    const each = isUnsortable(key) ? undefined : sorted(member);
    if (each === undefined) return undefined;
    members[key] = each;
  }
  return members;
}

/** Digest of a value's canonical JSON under a domain tag, so that equal values of two formats never collide. */
export const digestOf = (domain: string, value: Json): Digest => sha256(`${domain}\n${canonicalJson(value)}`);

/** Keys in RFC 8785 order (UTF-16 code units), two-space indent, LF, final newline: canonical but readable.
 * @throws Error as canonicalJson */
export function prettyCanonicalJson(value: Json): string {
  const ordered = inOrder(value);
  if (ordered !== undefined) return `${JSON.stringify(ordered, null, 2)}\n`;
  canonicalJson(value);
  return `${indented(value, '\n')}\n`;
}

/** As `JSON.stringify` with indent 2, but integer-like keys stay in their place. `lineEnd` holds the indent. */
function indented(value: Json, lineEnd: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${lineEnd}  `;
  if (isList(value)) {
    const items = value.map((item) => indented(item, inner));
    return items.length === 0 ? '[]' : `[${inner}${items.join(`,${inner}`)}${lineEnd}]`;
  }
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}: ${indented(member, inner)}`);
  }
  return members.length === 0 ? '{}' : `{${inner}${members.join(`,${inner}`)}${lineEnd}}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

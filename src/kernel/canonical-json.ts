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
  const sorted = inOrder(value);
  if (sorted !== undefined) return JSON.stringify(sorted);
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('undefined has no canonical JSON');
  return text;
}

/** The value with its keys in the order in which `JSON.stringify`, which RFC 8785 builds on, gives the canonical form,
 * several times faster than anything that is not built in. Undefined when there is none: integer-like keys stand first
 * in every object, and some values have no canonical form. */
function inOrder(value: Json): Json | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? value : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object') return typeof value === 'boolean' ? value : undefined;
  if (value === null) return value;
  return isList(value) ? listInOrder(value) : objectInOrder(value);
}

/** What is in order already, as whatever was read from a canonical file, is not copied. */
function listInOrder(list: readonly Json[]): Json | undefined {
  const items: Json[] = [];
  let same = true;
  for (const item of list) {
    const sorted = inOrder(item);
    if (sorted === undefined) return undefined;
    same &&= sorted === item;
    items.push(sorted);
  }
  return same ? list : items;
}

function objectInOrder(value: { readonly [key: string]: Json | undefined }): Json | undefined {
  const keys = Object.keys(value);
  const sortedKeys = isAscending(keys) ? keys : [...keys].sort();
  const members: Record<string, Json> = {};
  let same = sortedKeys === keys;
  for (const key of sortedKeys) {
    const member = value[key];
    if (member === undefined) {
      same = false;
      continue;
    }
    if (/^(?:\d|__proto__$)/.test(key) || !key.isWellFormed()) return undefined;
    const sorted = inOrder(member);
    if (sorted === undefined) return undefined;
    same &&= sorted === member;
    members[key] = sorted;
  }
  return same ? value : members;
}

const isAscending = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);

/** Digest of a value's canonical JSON under a domain tag, so that equal values of two formats never collide. */
export const digestOf = (domain: string, value: Json): Digest => sha256(`${domain}\n${canonicalJson(value)}`);

/** Keys in RFC 8785 order (UTF-16 code units), two-space indent, LF, final newline: canonical but readable.
 * @throws Error as canonicalJson */
export function prettyCanonicalJson(value: Json): string {
  const sorted = inOrder(value);
  if (sorted !== undefined) return `${JSON.stringify(sorted, null, 2)}\n`;
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

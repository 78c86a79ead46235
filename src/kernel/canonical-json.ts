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
  if (isInOrder(value)) return JSON.stringify(value);
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('undefined has no canonical JSON');
  return text;
}

/** Whether `JSON.stringify`, which RFC 8785 builds on, already gives the canonical form: the case of whatever was
 * read from a canonical file, and several times faster. */
function isInOrder(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'boolean';
  if (value === null) return true;
  if (isList(value)) return value.every(isInOrder);
  const keys = Object.keys(value);
  return keys.every(
    (key, index) => (index === 0 || (keys[index - 1] ?? '') < key) && isInOrder(key) && isInOrder(value[key]),
  );
}

/** Digest of a value's canonical JSON under a domain tag, so that equal values of two formats never collide. */
export const digestOf = (domain: string, value: Json): Digest => sha256(`${domain}\n${canonicalJson(value)}`);

/** Keys in RFC 8785 order (UTF-16 code units), two-space indent, LF, final newline: canonical but readable.
 * @throws Error as canonicalJson */
export function prettyCanonicalJson(value: Json): string {
  if (isInOrder(value)) return `${JSON.stringify(value, null, 2)}\n`;
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

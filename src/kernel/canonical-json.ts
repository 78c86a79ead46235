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
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('undefined has no canonical JSON');
  return text;
}

/** Digest of a value's canonical JSON under a domain tag, so that equal values of two formats never collide. */
export const digestOf = (domain: string, value: Json): Digest => sha256(`${domain}\n${canonicalJson(value)}`);

/** Keys in RFC 8785 order (UTF-16 code units), two-space indent, LF, final newline: canonical but readable. */
export const prettyCanonicalJson = (value: Json): string =>
  `${JSON.stringify(JSON.parse(canonicalJson(value)), sortedKeys, 2)}\n`;

// JSON.parse and JSON.stringify list integer-like keys first; a replacer cannot reorder those, so they are refused.
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (Object.keys(value).some((key) => /^(?:0|[1-9]\d*)$/.test(key)))
    throw new TypeError('integer-like keys have no canonical indented form');
  return value;
}

import { type Digest, headOf, type Json } from '../kernel/index.ts';
import type { JsonObject } from './schema-checker.ts';

/** Characters of the compact JSON that are shown. */
const HEAD_CHARS = 1000;
const SHAPE_DEPTH = 4;
const SHAPE_KEYS = 24;
const KEY_CHARS = 64;
/** Bytes; a summary must itself be far below the inline limit. */
const SHAPE_MAX_BYTES = 4000;

/** What is answered in place of a result that was written to a file. */
export function spillSummary(
  spilled: { readonly path: string; readonly digest: Digest; readonly sizeBytes: number },
  text: string,
  structured: JsonObject,
): JsonObject {
  const shape = shapeOf(structured, SHAPE_DEPTH);
  return {
    spilled: {
      path: spilled.path,
      sha256: spilled.digest,
      sizeBytes: spilled.sizeBytes,
      head: headOf(text, HEAD_CHARS),
      shape: Buffer.byteLength(JSON.stringify(shape)) <= SHAPE_MAX_BYTES ? shape : shapeOf(structured, 1),
    },
  };
}

/** The types of a value: "number", "list of 500 number", or an object of such, cut to its first keys and levels. */
export function shapeOf(value: Json, depth: number): Json {
  if (value === null) return 'null';
  if (isList(value)) {
    const [first] = value;
    if (first === undefined) return 'empty list';
    const inner = shapeOf(first, depth - 1);
    return typeof inner === 'string'
      ? `list of ${value.length} ${inner}`
      : { [`list of ${value.length}`]: inner };
  }
  if (typeof value !== 'object') return typeof value;
  const keys = Object.keys(value);
  if (depth <= 0) return `object of ${keys.length} keys`;
  const shown = keys
    .slice(0, SHAPE_KEYS)
    .map((key): [string, Json] => [headOf(key, KEY_CHARS), shapeOf(value[key] ?? null, depth - 1)]);
  return {
    ...Object.fromEntries(shown),
    ...(keys.length > SHAPE_KEYS ? { '…': `${keys.length - SHAPE_KEYS} more keys` } : {}),
  };
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

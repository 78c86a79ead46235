import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from './lowering.ts';

const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', 'deprecated', 'nullable']);

// These keywords mean nothing alone: each applies to what its neighbours in the same object leave over.
const GROUPS = [
  ['properties', 'additionalProperties', 'unevaluatedProperties'],
  ['items', 'prefixItems', 'additionalItems'],
];

/** The keywords of a schema that decide what is valid. */
export const assertionsOf = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !ANNOTATIONS.has(key)));

/** One schema that accepts exactly what all accept; annotations are the first one's that has them.
 * @returns the keyword that stands in the way when the schemas cannot be joined key by key */
export function conjoin(schemas: readonly JsonObject[]): { schema: JsonObject } | { conflict: string } {
  let joined: JsonObject = {};
  for (const schema of schemas) {
    const conflict = conflictOf(joined, schema);
    if (conflict !== undefined) return { conflict };
    joined = { ...schema, ...joined, ...requiredOf(joined, schema) };
  }
  return { schema: joined };
}

function conflictOf(a: JsonObject, b: JsonObject): string | undefined {
  for (const group of GROUPS) {
    const [inA, inB] = [pick(a, group), pick(b, group)];
    const both = Object.keys(inA).length > 0 && Object.keys(inB).length > 0;
    if (both && !isDeepStrictEqual(inA, inB)) return group[0];
  }
  const free = Object.keys(assertionsOf(b)).filter(
    (key) => key !== 'required' && !GROUPS.flat().includes(key),
  );
  return free.find((key) => Object.hasOwn(a, key) && !isDeepStrictEqual(a[key], b[key]));
}

const pick = (schema: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => keys.includes(key)));

function requiredOf(a: JsonObject, b: JsonObject): { required?: JsonValue[] } {
  const lists = [a['required'], b['required']].filter((list) => list !== undefined);
  return lists.length === 0 ? {} : { required: [...new Set(lists.flat())] };
}

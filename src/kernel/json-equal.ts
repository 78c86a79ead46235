import type { Json } from './canonical-json.ts';

/** Whether two values are the same JSON: keys in any order, a key that is undefined as if it were not there. */
export function jsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, at) => jsonEqual(item, b[at]));
  if (isList(b)) return false;
  const keys = keysOf(a);
  return (
    keys.length === keysOf(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]))
  );
}

type JsonObject = { readonly [key: string]: Json | undefined };

const keysOf = (value: JsonObject): string[] => Object.keys(value).filter((key) => value[key] !== undefined);

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

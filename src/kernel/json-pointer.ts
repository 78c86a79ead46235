import { z } from 'zod';
import type { Json } from './canonical-json.ts';

/** JSON pointer (RFC 6901): empty for the whole document, else `/` and a name a level. */
export const JsonPointer = z
  .string()
  .max(500)
  .regex(/^(?:\/(?:[^~/]|~0|~1)*)*$/, 'must be a JSON pointer, such as /parts/0/width_gev');

/** The value a pointer leads to, or undefined when there is none. Only own members are seen. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  let at: Json | undefined = root;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null) return undefined;
    if (Array.isArray(at) && !/^(?:0|[1-9]\d{0,8})$/.test(key)) return undefined;
    at = Object.hasOwn(at, key) ? (at as Readonly<Record<string, Json | undefined>>)[key] : undefined;
  }
  return at;
}

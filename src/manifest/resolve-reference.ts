import { isJsonObject, type JsonValue, type Lowering, type Place, refuse } from './lowering.ts';

/** The subschema that a `$ref` names inside the same document. Remote, named and cyclic references are refused. */
export function resolveReference(
  reference: JsonValue,
  place: Place,
  run: Lowering,
): { readonly target: JsonValue; readonly reference: string } | null {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference))
    return refuse(run, place, 'refers outside its own document; only #/… references are inlined');
  if (place.refs.includes(reference) || reference === '#')
    return refuse(run, place, `refers to itself through ${reference.slice(0, 100)}`);
  const keys = keysOf(reference);
  const target = keys?.reduce<JsonValue | undefined>(step, run.document);
  if (target === undefined) return refuse(run, place, `refers to nothing: ${reference.slice(0, 100)}`);
  return { target, reference };
}

function keysOf(reference: string): string[] | undefined {
  // decodeURIComponent throws on a lone percent sign.
  if (/%(?![0-9A-Fa-f]{2})/.test(reference)) return undefined;
  let decoded: string;
  try {
    decoded = decodeURIComponent(reference);
  } catch (cause) {
    if (cause instanceof URIError) return undefined;
    throw cause;
  }
  return decoded
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function step(at: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(at)) return /^(?:0|[1-9]\d*)$/.test(key) ? at[Number(key)] : undefined;
  return isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
}

import type { Json } from '../kernel/index.ts';

/** Replaces every string that stands at a declared input path ("spectrumFile", "files/*"); other values are let be.
 * @returns a new value; `value` is not changed */
export function mapPaths(value: Json, inputPath: string, replace: (given: string) => string): Json {
  return mapAt(value, inputPath.split('/'), replace);
}

function mapAt(value: Json, parts: readonly string[], replace: (given: string) => string): Json {
  const [part, ...rest] = parts;
  if (part === undefined) return typeof value === 'string' ? replace(value) : value;
  if (isList(value)) return part === '*' ? value.map((element) => mapAt(element, rest, replace)) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return value;
  const member = value[part];
  return member === undefined ? value : { ...value, [part]: mapAt(member, rest, replace) };
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

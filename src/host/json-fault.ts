import { pointerOf } from '../kernel/index.ts';

/** Deeper values are refused: they would overflow the stack of whoever serialises them. */
export const RESULT_MAX_DEPTH = 64;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Where and why a value is not exactly JSON ("/masses/2: NaN is not a JSON number"), or undefined when it is.
 * An undefined property is let pass: it is absent from the JSON. */
export function jsonFault(value: unknown, path: readonly (string | number)[] = []): string | undefined {
  const reason = reasonAgainst(value, path.length);
  if (reason !== undefined) return `${pointerOf(path)}: ${reason}`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    // By index, since `for … of entries()` skips nothing but `forEach` would skip holes.
    for (let at = 0; at < value.length; at += 1) {
      const fault = jsonFault(value[at], [...path, at]);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  for (const [key, member] of Object.entries(value)) {
    if (LONE_SURROGATE.test(key)) return `${pointerOf(path)}: a key is not well-formed Unicode`;
    const fault = member === undefined ? undefined : jsonFault(member, [...path, key]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function reasonAgainst(value: unknown, depth: number): string | undefined {
  if (depth > RESULT_MAX_DEPTH) return `nested more than ${RESULT_MAX_DEPTH} levels deep`;
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? undefined : `${value} is not a JSON number`;
    case 'string':
      return LONE_SURROGATE.test(value) ? 'the text is not well-formed Unicode' : undefined;
    case 'boolean':
      return undefined;
    case 'object':
      return value === null || Array.isArray(value) || isPlain(value)
        ? undefined
        : `a ${className(value)} is not JSON; give numbers, text, arrays and plain objects`;
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      return `${typeof value} is not JSON`;
  }
}

const className = (value: object): string =>
  typeof value.constructor === 'function' ? value.constructor.name : 'object with a prototype of its own';

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

import { pointerOf } from '../kernel/index.ts';

/** Deeper values are refused: they would overflow the stack of whoever serialises them. */
export const RESULT_MAX_DEPTH = 64;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Where and why a value is not exactly JSON ("/masses/2: NaN is not a JSON number"), or undefined when it is.
 * An undefined property is let pass: it is absent from the JSON. */
export function jsonFault(value: unknown): string | undefined {
  const fault = faultIn(value, 0);
  return fault === undefined ? undefined : `${pointerOf(fault.path.reverse())}: ${fault.reason}`;
}

interface Fault {
  readonly reason: string;
  /** Innermost key first: filled on the way out, so that a sound value costs nothing. */
  readonly path: (string | number)[];
}

function faultIn(value: unknown, depth: number): Fault | undefined {
  const reason = reasonAgainst(value, depth);
  if (reason !== undefined) return { reason, path: [] };
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? faultInList(value, depth) : faultInObject(value, depth);
}

function faultInList(list: readonly unknown[], depth: number): Fault | undefined {
  // By index, since a hole is undefined too and `forEach` would skip it.
  for (let at = 0; at < list.length; at += 1) {
    const fault = faultIn(list[at], depth + 1);
    if (fault === undefined) continue;
    fault.path.push(at);
    return fault;
  }
  return undefined;
}

function faultInObject(object: object, depth: number): Fault | undefined {
  for (const [key, member] of Object.entries(object)) {
    if (LONE_SURROGATE.test(key)) return { reason: 'a key is not well-formed Unicode', path: [] };
    // Lost without a word by much of what handles it.
    if (key === '__proto__') return { reason: '__proto__ is not taken as a key', path: [] };
    const fault = member === undefined ? undefined : faultIn(member, depth + 1);
    if (fault === undefined) continue;
    fault.path.push(key);
    return fault;
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

import { visit } from 'jsonc-parser';
import type { Json } from './canonical-json.ts';
import { jsonSyntaxFault } from './json-syntax-fault.ts';
import { refuseMergeConflict } from './merge-conflict.ts';
import { ToolbaseError } from './toolbase-error.ts';

const MAX_DEPTH = 64;

/** Parses JSON (RFC 8259) from a source that may be hostile.
 * Refuses what `JSON.parse` lets pass: duplicate keys, a `__proto__` key, nesting above 64.
 * @param label names the source in messages, usually its path
 * @throws ToolbaseError BAD_JSON */
export function parseStrictJson(text: string, label: string): Json {
  const value = soundValue(text);
  if (value !== undefined) return value;
  if (text.trim() === '') throw new ToolbaseError('BAD_JSON', `${label} is not JSON: it is empty`);
  refuseMergeConflict(text, label, 'BAD_JSON');
  checkKeysAndDepth(text, label);
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    const { line, column, what } = jsonSyntaxFault(text);
    throw new ToolbaseError('BAD_JSON', `${label} is not JSON: line ${line}, column ${column}: ${what}`, {
      cause,
    });
  }
}

/** The value of a text that nothing is wrong with, found many times faster than what is wrong with another: when the text
 * has as many keys as the value has members, no key came twice. */
function soundValue(text: string): Json | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
  return countMembers(value, 0) === countKeys(text) ? value : undefined;
}

/** Members of all objects in a value; NaN when it is nested too deep or has a forbidden key. */
function countMembers(value: unknown, depth: number): number {
  if (value === null || typeof value !== 'object') return 0;
  if (depth >= MAX_DEPTH) return NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item, depth + 1);
    return count;
  }
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') return NaN;
    count += 1 + countMembers(member, depth + 1);
  }
  return count;
}

/** Strings of valid JSON that a colon follows. */
function countKeys(text: string): number {
  let count = 0;
  for (let open = text.indexOf('"'); open >= 0; ) {
    let close = text.indexOf('"', open + 1);
    while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
    let next = close + 1;
    while (SPACES.includes(text.charAt(next))) next += 1;
    if (text[next] === ':') count += 1;
    open = text.indexOf('"', next);
  }
  return count;
}

const SPACES = [' ', '\n', '\t', '\r'];

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function checkKeysAndDepth(text: string, label: string): void {
  const open: Set<string>[] = [];
  let depth = 0;
  const enter = (): void => {
    depth += 1;
    if (depth > MAX_DEPTH)
      throw new ToolbaseError('BAD_JSON', `${label} is nested more than ${MAX_DEPTH} levels deep`);
  };
  visit(text, {
    onObjectBegin: () => {
      enter();
      open.push(new Set());
    },
    onObjectProperty: (key, _offset, _length, line) => {
      const keys = open.at(-1);
      if (key === '__proto__' || keys?.has(key) === true) {
        const fault = key === '__proto__' ? 'the forbidden key' : 'the duplicate key';
        throw new ToolbaseError('BAD_JSON', `${label} line ${line + 1} has ${fault} ${JSON.stringify(key)}`);
      }
      keys?.add(key);
    },
    onObjectEnd: () => {
      depth -= 1;
      open.pop();
    },
    onArrayBegin: enter,
    onArrayEnd: () => {
      depth -= 1;
    },
  });
}

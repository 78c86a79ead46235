import { visit } from 'jsonc-parser';
import type { Json } from './canonical-json.ts';
import { ToolbaseError } from './toolbase-error.ts';

const MAX_DEPTH = 64;

/** Parses JSON (RFC 8259) from a source that may be hostile.
 * Refuses what `JSON.parse` lets pass: duplicate keys, a `__proto__` key, nesting above 64.
 * @param label names the source in messages, usually its path
 * @throws ToolbaseError BAD_JSON */
export function parseStrictJson(text: string, label: string): Json {
  let value: Json;
  checkKeysAndDepth(text, label);
  try {
    value = JSON.parse(text) as Json;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolbaseError('BAD_JSON', `${label} is not JSON: ${reason}`, { cause });
  }
  return value;
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

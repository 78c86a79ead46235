import { Lexer, LineCounter, parseDocument } from 'yaml';
import type { Json } from './canonical-json.ts';
import { refuseMergeConflict } from './merge-conflict.ts';
import { ToolbaseError } from './toolbase-error.ts';
import { yamlFault } from './yaml-fault.ts';

const MAX_ALIASES = 20;
const MAX_DEPTH = 64;

/** Parses one YAML 1.2 document (core schema) into plain JSON values.
 * Refuses duplicate keys, tags, nesting above 64, non-string keys, `__proto__`, several documents and alias bombs.
 * @param label names the source in messages
 * @throws ToolbaseError BAD_YAML */
export function parseStrictYaml(text: string, label: string): Json {
  refuseMergeConflict(text, label, 'BAD_YAML');
  refuseDeep(text, label);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: true,
    stringKeys: true,
    lineCounter: lines,
    // The library describes every fault with its line: of a line of faults alone that takes the square of its length.
    prettyErrors: false,
  });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) throw new ToolbaseError('BAD_YAML', `${label}: ${yamlFault(fault, text, lines)}`);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw new ToolbaseError(
      'BAD_YAML',
      `${label}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
  refuseUnJson(value, label, '', 0);
  return value as Json;
}

const DEEPER = new Set(['[', '{']);
const HIGHER = new Set([']', '}']);
const COMPACT = new Set(['-', '?', ':']);
/** Stands before a plain value, which may look like a mark. */
const PLAIN_VALUE = '\u001f';

/** Refuses what is nested deep within a line, before the library descends into it: it may not come back out of a stack
 * that is full, and then ends the process. */
function refuseDeep(text: string, label: string): void {
  let [depth, compact, last] = [0, 0, ''];
  for (const token of new Lexer().lex(text)) {
    if (last !== PLAIN_VALUE) {
      if (DEEPER.has(token)) depth += 1;
      if (HIGHER.has(token)) depth -= 1;
      if (token.endsWith('\n')) compact = 0;
      if (COMPACT.has(token) && depth === 0) compact += 1;
    }
    last = token;
    if (depth + compact > MAX_DEPTH)
      throw new ToolbaseError('BAD_YAML', `${label}: is nested more than ${MAX_DEPTH} levels deep`);
  }
}

function refuseUnJson(value: unknown, label: string, pointer: string, depth: number): void {
  // An alias inside its own anchor has no end.
  if (depth > MAX_DEPTH)
    throw new ToolbaseError('BAD_YAML', `${label}: is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new ToolbaseError('BAD_YAML', `${label}: ${pointer} is not a finite number`);
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
    throw new ToolbaseError('BAD_YAML', `${label}: ${pointer} has a tag; plain values are read`);
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__')
      throw new ToolbaseError(
        'BAD_YAML',
        `${label}: ${pointer === '' ? '(document)' : pointer} has the forbidden key "__proto__"`,
      );
    refuseUnJson(child, label, `${pointer}/${key}`, depth + 1);
  }
}

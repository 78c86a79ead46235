import { parseDocument } from 'yaml';
import type { Json } from './canonical-json.ts';
import { refuseMergeConflict } from './merge-conflict.ts';
import { ToolbaseError } from './toolbase-error.ts';

const MAX_ALIASES = 20;
const MAX_DEPTH = 64;

/** Parses one YAML 1.2 document (core schema) into plain JSON values.
 * Refuses duplicate keys, tags, nesting above 64, non-string keys, `__proto__`, several documents and alias bombs.
 * @param label names the source in messages
 * @throws ToolbaseError BAD_YAML */
export function parseStrictYaml(text: string, label: string): Json {
  refuseMergeConflict(text, label, 'BAD_YAML');
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: true,
    stringKeys: true,
    prettyErrors: true,
  });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) throw new ToolbaseError('BAD_YAML', `${label}: ${wordsOf(fault)}`);
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

/** The library's words, but for those that speak of its own calls. */
function wordsOf({ code, message }: { readonly code: string; readonly message: string }): string {
  const said = message.trim();
  if (code === 'MULTIPLE_DOCS') return 'holds several documents; one is read';
  if (said.includes('Plain value cannot start with reserved character @'))
    return `${said}\n  Put the name in quotes, such as "@lab/grid".`;
  return said.replace('Maximum call stack size exceeded', 'is nested too deep');
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
      throw new ToolbaseError('BAD_YAML', `${label}: ${pointer} has the forbidden key "__proto__"`);
    refuseUnJson(child, label, `${pointer}/${key}`, depth + 1);
  }
}

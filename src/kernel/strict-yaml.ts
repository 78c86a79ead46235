import { parseDocument } from 'yaml';
import type { Json } from './canonical-json.ts';
import { ToolbaseError } from './toolbase-error.ts';

const MAX_ALIASES = 20;

/** Parses one YAML 1.2 document (core schema) into plain JSON values.
 * Refuses duplicate keys, unknown tags, non-string keys, `__proto__`, several documents and alias bombs.
 * @param label names the source in messages
 * @throws ToolbaseError BAD_YAML */
export function parseStrictYaml(text: string, label: string): Json {
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: true,
    stringKeys: true,
    prettyErrors: true,
  });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) throw new ToolbaseError('BAD_YAML', `${label}: ${fault.message.trim()}`);
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
  refuseUnJson(value, label, '');
  return value as Json;
}

function refuseUnJson(value: unknown, label: string, pointer: string): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new ToolbaseError('BAD_YAML', `${label}: ${pointer} is not a finite number`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__')
      throw new ToolbaseError('BAD_YAML', `${label}: ${pointer} has the forbidden key "__proto__"`);
    refuseUnJson(child, label, `${pointer}/${key}`);
  }
}

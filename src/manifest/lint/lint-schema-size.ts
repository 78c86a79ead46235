import type { Json } from '../../kernel/index.ts';
import type { LintFinding } from './lint-finding.ts';
import { isSchemaNode } from './schema-node.ts';

/** What Codex keeps of a schema before it measures it. */
const KEPT = [
  'type',
  'description',
  'enum',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'minItems',
  ...['anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'definitions'],
];

/** Of a longer schema Codex shows a model no description of any argument, and says so nowhere.
 * @see github.com/openai/codex, codex-rs/tools/src/json_schema.rs; seen with 0.171.0 by `toolbase probe` */
const CODEX_MAX_BYTES = 5000;

/** @param served the schema as clients get it */
export function lintSchemaSize(served: Json, name: string): LintFinding[] {
  const bytes = Buffer.byteLength(JSON.stringify(kept(served)));
  if (bytes <= CODEX_MAX_BYTES) return [];
  return [
    {
      rule: 'schema-size',
      severity: 'warning',
      where: name,
      message: `its schema takes ${bytes} bytes; above ${CODEX_MAX_BYTES} Codex drops the descriptions of all arguments`,
    },
  ];
}

function kept(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((each: Json) => kept(each));
  if (!isSchemaNode(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
      if (!KEPT.includes(key) || value === undefined) return [];
      return [[key, isNamed(key) && isSchemaNode(value) ? eachKept(value) : kept(value)]];
    }),
  );
}

const isNamed = (key: string): boolean => ['properties', '$defs', 'definitions'].includes(key);

/** Names of arguments are no keywords. */
const eachKept = (members: { readonly [key: string]: Json | undefined }): Json =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, kept(value)]])),
  );

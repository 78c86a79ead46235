import { z } from 'zod';
import { type Json, nearMatches, ToolbaseError } from '../../../kernel/index.ts';
import type { AnyOperation, AuthoredSchema } from '../../../manifest/index.ts';
import { isZod3, jsonSchemaOfZod3 } from './zod3.ts';

/** What `pack` freezes of each operation: JSON Schema 2020-12 of the input as callers write it (defaults are
 * optional) and of the output as it leaves.
 * @throws ToolbaseError BAD_SCHEMA naming the operation, for a schema that JSON Schema cannot say; BAD_MANIFEST for a key that
 * no operation has, since what a mistyped key says would be lost */
export const describeOperations = (operations: Iterable<AnyOperation>): Json => ({
  operations: Array.from(operations, describe),
});

const KEYS: readonly string[] = [
  'name',
  'title',
  'description',
  'input',
  'output',
  'effects',
  'maxResultBytes',
  'limits',
  'run',
] satisfies (keyof AnyOperation)[];

function checkKeys(operation: AnyOperation): void {
  const unknown = Object.keys(operation).find((key) => !KEYS.includes(key));
  if (unknown === undefined) return;
  const near = nearMatches(unknown, KEYS);
  const known = near.length > 0 ? `did you mean "${near.join('" or "')}"?` : `known: ${KEYS.join(', ')}`;
  throw new ToolbaseError(
    'BAD_MANIFEST',
    `operation ${operation.name}: unknown key "${unknown}" (${known})`,
    {
      hint: 'Correct it in defineOperation, and pack again.',
    },
  );
}

function describe(operation: AnyOperation): { [key: string]: Json | undefined } {
  checkKeys(operation);
  return {
    name: operation.name,
    ...(operation.title === undefined ? {} : { title: operation.title }),
    description: operation.description,
    inputSchema: jsonSchema(operation, 'input'),
    outputSchema: jsonSchema(operation, 'output'),
    ...(operation.effects === undefined ? {} : { effects: operation.effects }),
    ...(operation.maxResultBytes === undefined ? {} : { maxResultBytes: operation.maxResultBytes }),
    ...(operation.limits === undefined ? {} : { limits: { ...operation.limits } }),
  };
}

function jsonSchema(operation: AnyOperation, io: 'input' | 'output'): Json {
  try {
    // Through text, since zod's result carries a non-enumerable member of its own.
    return JSON.parse(JSON.stringify(converted(operation[io], io))) as Json;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolbaseError('BAD_SCHEMA', `the ${io} schema of ${operation.name}: ${reason}`, {
      hint: 'Use only what JSON Schema can say: no transforms, dates, maps, sets or bigints; and one version of zod inside a schema.',
      cause,
    });
  }
}

/** zod 3 and 4 have converters of their own, and each writes next to nothing, without a word, for a schema of the other. */
function converted(schema: AuthoredSchema, io: 'input' | 'output'): object {
  const result = isZod3(schema)
    ? jsonSchemaOfZod3(schema, io)
    : z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  if (!SAYS_SOMETHING.some((key) => Object.hasOwn(result, key)))
    throw new Error('it says nothing of the type; it must be an object');
  return result;
}

const SAYS_SOMETHING = ['type', 'anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const'];

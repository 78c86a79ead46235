import { type ErrorCode, type Json, parseWith, ToolbaseError } from '../../../kernel/index.ts';
import type { AnyOperation, AuthoredSchema, OperationContext } from '../../../manifest/index.ts';
import { jsonFault } from '../../json-fault.ts';
import { isZod3, parseWithZod3 } from './zod3.ts';
import { declaredFiles, type DeclaredFiles } from './declared-files.ts';

/** Runs one operation on outside input: parses it with the authored schema (defaults and transforms apply), runs,
 * parses the result, and makes sure that it is JSON.
 * @throws ToolbaseError BAD_ARGUMENTS or BAD_RESULT naming the JSON pointer; whatever the operation throws */
export async function runOperation(
  operation: AnyOperation,
  input: Json,
  workspace: string,
  contextFor: (files: DeclaredFiles) => OperationContext,
): Promise<Json> {
  const parsed = parseAuthored(operation.input, input, `arguments of ${operation.name}`, 'BAD_ARGUMENTS');
  const context = contextFor(declaredFiles(operation, [input, parsed], workspace));
  // `run` takes what its own input schema yields; the toolkit's list has forgotten that type.
  const raw: unknown = await operation.run(parsed as never, context);
  // Before the schema, whose own complaint about NaN names no number.
  refuse(operation, jsonFault(raw));
  const value = parseAuthored(operation.output, raw, `result of ${operation.name}`, 'BAD_RESULT');
  refuse(operation, jsonFault(value));
  return value as Json;
}

const parseAuthored = (schema: AuthoredSchema, value: unknown, label: string, code: ErrorCode): unknown =>
  isZod3(schema) ? parseWithZod3(schema, value, label, code) : parseWith(schema, value, label, code);

function refuse(operation: AnyOperation, fault: string | undefined): void {
  if (fault === undefined) return;
  throw new ToolbaseError('BAD_RESULT', `result of ${operation.name}: ${fault}`, {
    hint: 'This is a fault of the toolkit, not of the arguments.',
  });
}

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { ToolbaseError } from '../../../kernel/index.ts';
import type { AnyOperation } from '../../../manifest/index.ts';
import { operationFailure } from '../../operation-failure.ts';
import { faultyLine } from './faulty-line.ts';
import { isZod3 } from './zod3.ts';

/** A zod 4 schema carries `_zod`; the toolkit's copy of zod is its own, so no class can be compared. */
const isZod4 = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value;

const isSchema = (value: unknown): boolean => isZod4(value) || isZod3(value);

const LoadedOperation = z.custom<AnyOperation>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'description' in value &&
    typeof value.description === 'string' &&
    'input' in value &&
    isSchema(value.input) &&
    'output' in value &&
    isSchema(value.output) &&
    'run' in value &&
    typeof value.run === 'function',
  'must be {name, description, input, output, run} with zod schemas',
);

const LoadedModule = z.looseObject({
  toolkit: z.looseObject({ operations: z.array(LoadedOperation) }),
});

/** Imports a toolkit's entry module and takes its operations by name.
 * @param entry absolute path
 * @throws ToolbaseError BAD_MANIFEST when the module exports no usable `toolkit`, or two operations of one name */
export async function loadToolkit(entry: string): Promise<ReadonlyMap<string, AnyOperation>> {
  const loaded = LoadedModule.safeParse(await importModule(entry));
  if (!loaded.success) {
    const [issue] = loaded.error.issues;
    throw new ToolbaseError(
      'BAD_MANIFEST',
      `the toolkit's entry module: ${issue?.path.join('.') ?? 'toolkit'}: ${issue?.message ?? 'is missing'}`,
      { hint: 'Export `toolkit`, made with defineToolkit and defineOperation.' },
    );
  }
  const byName = new Map<string, AnyOperation>();
  for (const operation of loaded.data.toolkit.operations) {
    if (byName.has(operation.name))
      throw new ToolbaseError('BAD_MANIFEST', `two operations are named ${operation.name}`);
    byName.set(operation.name, operation);
  }
  return byName;
}

async function importModule(entry: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(entry).href);
  } catch (cause) {
    const { message } = operationFailure(cause, path.dirname(entry));
    const line = await faultyLine(cause, entry);
    throw new ToolbaseError('BAD_MANIFEST', `the toolkit's entry module does not load: ${message}`, {
      ...(line === undefined ? {} : { hint: `Thrown at ${line}` }),
      cause,
    });
  }
}

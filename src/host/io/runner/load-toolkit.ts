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

const isText = (value: unknown): boolean => typeof value === 'string';

/** What each part of an operation must be. */
const PARTS: Readonly<Record<string, readonly [fits: (value: unknown) => boolean, needed: string]>> = {
  name: [isText, 'a text'],
  description: [isText, 'a text'],
  input: [isSchema, 'a zod schema'],
  output: [isSchema, 'a zod schema'],
  run: [(value) => typeof value === 'function', 'a function'],
};

const LoadedOperation = z.custom<AnyOperation>(
  (value) => typeof value === 'object' && value !== null && faultsOf(value).length === 0,
);

const faultsOf = (operation: object): string[] =>
  Object.entries(PARTS).flatMap(([key, [fits, needed]]) => {
    const value: unknown = Reflect.get(operation, key);
    if (fits(value)) return [];
    return [value === undefined ? `${key} is missing (${needed})` : `${key} must be ${needed}`];
  });

const LoadedModule = z.looseObject({
  toolkit: z.looseObject({ operations: z.array(LoadedOperation) }),
});

/** Imports a toolkit's entry module and takes its operations by name.
 * @param entry absolute path
 * @throws ToolbaseError BAD_MANIFEST when the module exports no `toolkit`, an operation lacks something, or two have one
 * name */
export async function loadToolkit(entry: string): Promise<ReadonlyMap<string, AnyOperation>> {
  const module = await importModule(entry);
  const loaded = LoadedModule.safeParse(module);
  if (!loaded.success) throw unusable(module);
  const byName = new Map<string, AnyOperation>();
  for (const operation of loaded.data.toolkit.operations) {
    if (byName.has(operation.name))
      throw new ToolbaseError('BAD_MANIFEST', `two operations are named ${operation.name}`);
    byName.set(operation.name, operation);
  }
  return byName;
}

const Exported = z.looseObject({ toolkit: z.looseObject({ operations: z.array(z.unknown()) }) });

/** What a module exports in place of a toolkit. */
function unusable(module: unknown): ToolbaseError {
  const exported = Exported.safeParse(module);
  if (!exported.success)
    return new ToolbaseError(
      'BAD_MANIFEST',
      `the toolkit's entry module exports no \`toolkit\` with operations`,
      { hint: 'Write `export const toolkit = defineToolkit({ operations: [...] });`.' },
    );
  const { operations } = exported.data.toolkit;
  const index = operations.findIndex((operation) => !LoadedOperation.safeParse(operation).success);
  const operation = operations[index];
  const name: unknown =
    typeof operation === 'object' && operation !== null ? Reflect.get(operation, 'name') : undefined;
  const label = typeof name === 'string' ? `operation ${name}` : `operation ${index + 1} of the entry module`;
  const faults = typeof operation === 'object' && operation !== null ? faultsOf(operation) : ['is no object'];
  return new ToolbaseError('BAD_MANIFEST', `${label}: ${faults.join('; ')}`, {
    hint: 'Each operation is made with defineOperation({ name, description, input, output, run }).',
  });
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

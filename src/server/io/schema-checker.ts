import { AJV_OPTIONS, createSchemaChecker, type SchemaChecker } from '../schema-checker.ts';

/** Loaded by the first call, not by the start: a client that only lists never pays for it. */
export async function loadSchemaChecker(): Promise<SchemaChecker> {
  // By way of the default export: a bundle keeps no other name of a CommonJS module.
  const {
    default: { Ajv },
  } = await import('ajv');
  return createSchemaChecker({
    forArguments: new Ajv({ ...AJV_OPTIONS, useDefaults: true }),
    forResults: new Ajv(AJV_OPTIONS),
  });
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Json, ToolbaseError } from '../kernel/index.ts';

/** Says what is wrong with a value, or undefined when it fits. */
export type ShapeCheck = (value: Json) => string | undefined;

/** Compiles a JSON Schema 2020-12. Numbers must be finite, which JSON text such as 1e999 is not once it is read.
 * Only the first fault is told: a hostile document may have millions.
 * @param label names the schema in messages
 * @throws ToolbaseError BAD_BENCHMARK when the schema is not one */
export function compileShape(schema: Json, label: string): ShapeCheck {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: false,
    strictNumbers: true,
    ownProperties: true,
    validateFormats: false,
    logger: false,
  });
  const validate = compileWith(ajv, schema, label);
  return (value) => {
    if (validate(value)) return undefined;
    const fault = validate.errors?.[0];
    return fault === undefined
      ? 'does not fit its schema'
      : `${fault.instancePath === '' ? 'the document' : fault.instancePath} ${fault.message ?? 'does not fit'}`;
  };
}

function compileWith(ajv: Ajv2020, schema: Json, label: string): ValidateFunction {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new ToolbaseError('BAD_BENCHMARK', `${label} is no JSON Schema: it is not an object`);
  try {
    return ajv.compile(Object.fromEntries(Object.entries(schema)));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolbaseError('BAD_BENCHMARK', `${label} is no JSON Schema: ${reason}`, { cause });
  }
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '../kernel/index.ts';

/** Says what is wrong with a value, or undefined when it fits. */
export type ShapeCheck = (value: Json) => string | undefined;

/** Compiles a JSON Schema 2020-12. Numbers must be finite, which JSON text such as 1e999 is not once it is read.
 * Only the first fault is told: a hostile document may have millions.
 * @throws Error when the schema is not one */
export function compileShape(schema: Json): ShapeCheck {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new TypeError('the schema is not an object');
  const ajv = new Ajv2020({
    strict: true,
    allErrors: false,
    strictNumbers: true,
    validateFormats: false,
    logger: false,
  });
  const validate = ajv.compile(Object.fromEntries(Object.entries(schema)));
  return (value) => {
    if (validate(value)) return undefined;
    const fault = validate.errors?.[0];
    return fault === undefined
      ? 'does not fit its schema'
      : `${fault.instancePath === '' ? 'the document' : fault.instancePath} ${fault.message ?? 'does not fit'}`;
  };
}

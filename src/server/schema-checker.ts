import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { type Json, ToolbaseError } from '../kernel/index.ts';
import type { ToolObject } from '../lockfile/index.ts';
import { fitting, given, meant, meantName } from './argument-words.ts';

export type JsonObject = Readonly<Record<string, Json>>;

/** Validates against the schemas that a lock serves. Each is compiled on first use. */
export interface SchemaChecker {
  /** The arguments with defaults filled in; what was given is left as it is.
   * @throws ToolbaseError BAD_ARGUMENTS naming each argument that does not fit and what would */
  readonly checkArguments: (tool: ToolObject, args: JsonObject) => JsonObject;
  /** @throws ToolbaseError BAD_RESULT when the result is not what the served output schema promises */
  readonly checkResult: (tool: ToolObject, result: JsonObject) => void;
}

const FAULTS_TOLD = 8;

/** Options of both validators: everything that does not fit is reported, with its schema; nothing is coerced. A lock's
 * schemas are of the portable subset, and `format` is said in words only. */
export const AJV_OPTIONS = {
  allErrors: true,
  verbose: true,
  strict: false,
  coerceTypes: false,
  validateFormats: false,
  validateSchema: false,
} as const;

/** @param ajv.forArguments fills defaults in   @param ajv.forResults does not: a result is promised whole */
export function createSchemaChecker(ajv: { forArguments: Ajv; forResults: Ajv }): SchemaChecker {
  const inputs = new Map<string, ValidateFunction>();
  const outputs = new Map<string, ValidateFunction>();
  return {
    checkArguments: (tool, args) => {
      const filled = structuredClone(args);
      const validate = compiled(ajv.forArguments, inputs, tool.name, tool.inputSchema);
      if (validate(filled)) return filled;
      throw new ToolbaseError(
        'BAD_ARGUMENTS',
        `${tool.name}: ${faultsOf(validate.errors ?? [], 'arguments').join('; ')}`,
        // Of what lies deeper, the names of the arguments would tell nothing.
        validate.errors?.some(({ instancePath }) => instancePath === '') === true
          ? { hint: takes(tool) }
          : {},
      );
    },
    checkResult: (tool, result) => {
      if (tool.outputSchema === undefined) return;
      const validate = compiled(ajv.forResults, outputs, tool.name, tool.outputSchema);
      if (validate(result)) return;
      throw new ToolbaseError(
        'BAD_RESULT',
        `the result of ${tool.name}: ${faultsOf(validate.errors ?? [], 'result').join('; ')}`,
        {
          hint: 'This is a fault of the toolkit, not of the arguments.',
        },
      );
    },
  };
}

function compiled(
  ajv: Ajv,
  known: Map<string, ValidateFunction>,
  name: string,
  schema: Readonly<Record<string, unknown>>,
): ValidateFunction {
  const found = known.get(name);
  if (found !== undefined) return found;
  const validate = ajv.compile({ ...schema });
  known.set(name, validate);
  return validate;
}

type Checked = 'arguments' | 'result';

function faultsOf(errors: readonly ErrorObject[], what: Checked): string[] {
  // A value of the wrong type is no choice either: one sentence for both.
  const words = [...new Set(errors.map((error) => wording(error, what)))];
  const told = words.slice(0, FAULTS_TOLD);
  const more = words.length - told.length;
  return more === 0 ? told : [...told, `and ${more} more`];
}

function wording(error: ErrorObject, what: Checked): string {
  const at = error.instancePath.slice(1);
  const below = (name: string): string => (at === '' ? name : `${at}/${name}`);
  const params = error.params as Readonly<Record<string, unknown>>;
  const schema = error.parentSchema as Readonly<Record<string, Json>> | undefined;
  const properties = schema?.['properties'] as Readonly<Record<string, Json>> | undefined;
  switch (error.keyword) {
    case 'required': {
      const name = String(params['missingProperty']);
      return `${below(name)} is missing (${fitting(properties?.[name])})`;
    }
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const known = Object.keys(properties ?? {});
      // The hint names the arguments.
      return `${below(name)} is not known${at === '' && what === 'arguments' ? '' : listed(known)}${colon(meantName(name, known))}`;
    }
    case 'uniqueItems':
    case 'pattern':
    case 'multipleOf':
      return `${at} ${error.message ?? 'does not fit'}`;
    default: {
      return `${at === '' ? 'the value' : at} must be ${fitting(schema)}, not ${given(error.data)}${colon(meant(schema, error.data))}`;
    }
  }
}

const colon = (guess: string): string => (guess === '' ? '' : `: ${guess}`);

const listed = (known: readonly string[]): string =>
  known.length === 0 ? '' : ` (known: ${known.toSorted().join(', ')})`;

function takes(tool: ToolObject): string {
  const names = Object.keys(tool.inputSchema.properties).sort();
  return names.length === 0 ? 'It takes no arguments.' : `It takes ${names.join(', ')}.`;
}

import { z } from 'zod';
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema';
import { type ErrorCode, pointerOf, ToolbaseError } from '../../../kernel/index.ts';
import type { Zod3Schema } from '../../../manifest/index.ts';

/** A zod 3 schema: it parses, names its type in `_def`, and lacks the `_zod` of zod 4. The toolkit's copy of zod is its
 * own, so no class can be compared. */
export const isZod3 = (value: unknown): value is Zod3Schema =>
  typeof value === 'object' &&
  value !== null &&
  !('_zod' in value) &&
  'safeParse' in value &&
  '_def' in value &&
  typeof value._def === 'object' &&
  value._def !== null &&
  'typeName' in value._def;

/** What JSON cannot carry, or JSON Schema not say; the converter would write something else for it. */
const UNSAYABLE: Readonly<Record<string, string>> = {
  ZodBigInt: 'bigints',
  ZodDate: 'dates',
  ZodFunction: 'functions',
  ZodMap: 'maps',
  ZodNaN: 'NaN',
  ZodPromise: 'promises',
  ZodSet: 'sets',
  ZodSymbol: 'symbols',
  ZodUndefined: 'undefined',
  ZodVoid: 'void',
};

const Convertible = z.custom<Parameters<typeof zodToJsonSchema>[0]>(isZod3);

/** JSON Schema of a zod 3 schema: draft 7, without references. @throws Error for what JSON Schema cannot say */
export function jsonSchemaOfZod3(schema: Zod3Schema, io: 'input' | 'output'): object {
  return zodToJsonSchema(Convertible.parse(schema), {
    $refStrategy: 'none',
    pipeStrategy: io,
    override: (def) => {
      const { typeName = '', effect } = def as { typeName?: string; effect?: { type?: string } };
      if (typeName === '') throw new Error('a part of it is of another version of zod');
      const what = effect?.type === 'transform' && io === 'output' ? 'transforms' : UNSAYABLE[typeName];
      if (what === undefined) return ignoreOverride;
      throw new Error(`${what} cannot be represented in JSON Schema`);
    },
  });
}

/** Parses with a zod 3 schema; faults are named by their JSON pointers, as those of zod 4 are.
 * @throws ToolbaseError with `code` */
export function parseWithZod3(schema: Zod3Schema, value: unknown, label: string, code: ErrorCode): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const faults = issues.slice(0, FAULTS_SHOWN).map(({ path, message }) => `${pointerOf(path)}: ${message}`);
  const more = issues.length > FAULTS_SHOWN ? ` (and ${issues.length - FAULTS_SHOWN} more)` : '';
  throw new ToolbaseError(code, `${label}: ${faults.join('; ')}${more}`);
}

const FAULTS_SHOWN = 8;

import { type JsonObject, type JsonValue, type Lowering, type Place, refuse } from './lowering.ts';

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean'] as const;
export type PortableType = (typeof TYPES)[number];

/** Keywords that speak of one type only. */
const FAMILIES: Partial<Record<PortableType, readonly string[]>> = {
  object: ['properties', 'required'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

/** The one type of a flat schema. An untyped input is read by its values, or by keywords of one type only; an untyped
 * output by its values only, since anything else would narrow it. */
export function typeOf(schema: JsonObject, place: Place, run: Lowering): PortableType | null {
  const stated = schema['type'];
  if (stated !== undefined) {
    const type = TYPES.find((one) => one === stated);
    return type ?? refuse(run, place, `has the unknown type ${JSON.stringify(stated).slice(0, 60)}`);
  }
  const inferred =
    typeOfValues(schema['enum']) ?? (run.direction === 'input' ? typeOfKeywords(schema) : undefined);
  return inferred ?? refuse(run, place, 'has no type');
}

function typeOfValues(values: JsonValue | undefined): PortableType | undefined {
  if (!Array.isArray(values)) return undefined;
  return (['string', 'number', 'boolean'] as const).find((type) =>
    values.every((value) => typeof value === type),
  );
}

function typeOfKeywords(schema: JsonObject): PortableType | undefined {
  const fitting = TYPES.filter((type) => FAMILIES[type]?.some((key) => Object.hasOwn(schema, key)));
  return fitting.length === 1 ? fitting[0] : undefined;
}

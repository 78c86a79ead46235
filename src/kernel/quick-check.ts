import type { z } from 'zod';

type Check = (value: unknown) => boolean;
type Node = z.core.$ZodTypes;

/** Whether a value that came out of `JSON.parse` fits a format, found several times faster than by parsing it: nothing is
 * copied, and no fault is described. Says yes where the format's own parser takes the value and gives back an equal one:
 * a missing member that has a default is a no. Undefined for a format with parts that this does not know. */
export function quickCheck<T extends z.ZodType>(
  schema: T,
): ((value: unknown) => value is z.output<T>) | undefined {
  try {
    const check = checkOf(schema, new Map());
    return (value): value is z.output<T> => check(value);
  } catch (cause) {
    if (cause instanceof UnknownPart) return undefined;
    throw cause;
  }
}

/** A quick check that is built when it is first asked, and says no of everything where there is none. */
export function quickCheckOf<T extends z.ZodType>(schema: T): (value: unknown) => value is z.output<T> {
  let built: { readonly check: ((value: unknown) => value is z.output<T>) | undefined } | undefined;
  return (value): value is z.output<T> => (built ??= { check: quickCheck(schema) }).check?.(value) === true;
}

class UnknownPart extends Error {}

/** @param known formats may hold themselves */
function checkOf(schema: z.core.$ZodType, known: Map<z.core.$ZodType, Check>): Check {
  const found = known.get(schema);
  if (found !== undefined) return found;
  let built: Check | undefined;
  known.set(schema, (value) => built?.(value) ?? false);
  const shape = shapeCheck(schema as Node, (inner) => checkOf(inner, known));
  const checks = checksOf(schema).map(ruleOf);
  const [only] = checks;
  if (only === undefined) built = shape;
  else if (checks.length === 1) built = (value) => shape(value) && only(value);
  else built = (value) => shape(value) && checks.every((check) => check(value));
  known.set(schema, built);
  return built;
}

const SCALARS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['string', (value) => typeof value === 'string'],
  ['number', Number.isFinite],
  ['boolean', (value) => typeof value === 'boolean'],
  ['null', (value) => value === null],
]);

function shapeCheck({ _zod: { def } }: Node, inner: (schema: z.core.$ZodType) => Check): Check {
  if ('coerce' in def && def.coerce) throw new UnknownPart('coerce');
  const scalar = SCALARS.get(def.type);
  if (scalar !== undefined) return scalar;
  if (def.type === 'literal') return oneOf(def.values);
  if (def.type === 'enum') return oneOf(Object.values(def.entries));
  // All of it is the rule that comes with it.
  if (def.type === 'custom') return () => true;
  if (def.type === 'lazy') return inner(def.getter());
  if (def.type === 'default') return inner(def.innerType);
  if (def.type === 'optional') return optionalCheck(def, inner);
  if (def.type === 'array') return listCheck(inner(def.element));
  if (def.type === 'record') return recordCheck(def, inner);
  if (def.type === 'object') return objectCheck(def, inner);
  if (def.type === 'union') return unionCheck(def, inner);
  throw new UnknownPart(def.type);
}

function oneOf(given: readonly unknown[]): Check {
  // An enum of numbers lists its names too, and nothing equals NaN or tells the zeros apart.
  if (given.some((value) => typeof value === 'number' && (value === 0 || given.length > 1)))
    throw new UnknownPart('numbers');
  const values = new Set(given);
  const [only] = values;
  return values.size === 1 ? (value) => value === only : (value) => values.has(value);
}

function optionalCheck(
  { innerType }: z.core.$ZodOptionalDef,
  inner: (schema: z.core.$ZodType) => Check,
): Check {
  if (innerType._zod.optin !== undefined) throw new UnknownPart('doubly optional');
  const present = inner(innerType);
  return (value) => value === undefined || present(value);
}

const listCheck =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function recordCheck(def: z.core.$ZodRecordDef, inner: (schema: z.core.$ZodType) => Check): Check {
  const { keyType, valueType, mode, partial } = def;
  const { type } = (keyType as Node)._zod.def;
  // A record that is not partial asks for each key that its keys' format lists.
  if (mode === 'loose' || (type !== 'string' && !(type === 'enum' && partial === true)))
    throw new UnknownPart('keys');
  const isKey = inner(keyType);
  const isValue = inner(valueType);
  return (value) => {
    if (!isObject(value)) return false;
    for (const key in value) if (key === '__proto__' || !isKey(key) || !isValue(value[key])) return false;
    return true;
  };
}

/** Only objects that refuse what they do not know: others leave it out of what they give back. */
function objectCheck(def: z.core.$ZodObjectDef, inner: (schema: z.core.$ZodType) => Check): Check {
  if ((def.catchall as Node | undefined)?._zod.def.type !== 'never') throw new UnknownPart('open object');
  const members = new Map<string, { readonly check: Check; readonly isRequired: boolean }>();
  // Whatever is not optional has to be there, a default too: the parser would fill it in.
  for (const [key, member] of Object.entries(def.shape))
    members.set(key, { check: inner(member), isRequired: (member as Node)._zod.def.type !== 'optional' });
  const required = [...members.values()].filter(({ isRequired }) => isRequired).length;
  return (value) => {
    if (!isObject(value)) return false;
    let missing = required;
    for (const key in value) {
      const member = members.get(key);
      if (member === undefined || !member.check(value[key])) return false;
      if (member.isRequired) missing -= 1;
    }
    return missing === 0;
  };
}

function unionCheck(
  def: z.core.$ZodUnionDef | z.core.$ZodDiscriminatedUnionDef,
  inner: (schema: z.core.$ZodType) => Check,
): Check {
  if (!('discriminator' in def)) {
    if (def.inclusive === false) throw new UnknownPart('exclusive union');
    const options = def.options.map(inner);
    return (value) => options.some((option) => option(value));
  }
  const { discriminator } = def;
  const byTag = new Map<unknown, Check>();
  for (const option of def.options)
    for (const tag of option._zod.propValues?.[discriminator] ?? []) byTag.set(tag, inner(option));
  return (value) => isObject(value) && byTag.get(value[discriminator])?.(value) === true;
}

/** Those of a format that is itself a check stand first, as its own parser runs them. */
function checksOf(schema: z.core.$ZodType): readonly z.core.$ZodCheck[] {
  const { def, traits } = schema._zod;
  const own = traits.has('$ZodCheck') ? [schema as unknown as z.core.$ZodCheck] : [];
  return [...own, ...(def.checks ?? [])];
}

/** The commonest rules without the description of a fault; any other is asked as its own parser asks it. */
function ruleOf(rule: z.core.$ZodCheck): Check {
  const { def } = (rule as unknown as z.core.$ZodChecks | z.core.$ZodCustom)._zod;
  if (def.check === 'overwrite') throw new UnknownPart(def.check);
  if (def.check === 'string_format' && 'pattern' in def && def.format === 'regex') {
    const { pattern } = def;
    if (pattern instanceof RegExp && !pattern.global && !pattern.sticky)
      return (value) => typeof value === 'string' && pattern.test(value);
  }
  if (def.check === 'custom' && 'fn' in def && def.when === undefined) {
    const { fn } = def;
    return (value) => isYes(fn(value));
  }
  const asked = askedRule(rule);
  // Its parser counts characters, which are one or two units of a text's length.
  if (def.check === 'min_length')
    return (value) => (isLong(value) && value.length >= 2 * def.minimum) || asked(value);
  if (def.check === 'max_length')
    return (value) => (isLong(value) && value.length <= def.maximum) || asked(value);
  return asked;
}

/** A rule that answers later cannot be asked here. */
const isYes = (answer: unknown): boolean => !(answer instanceof Promise) && Boolean(answer);

const isLong = (value: unknown): value is string | readonly unknown[] =>
  typeof value === 'string' || Array.isArray(value);

function askedRule(rule: z.core.$ZodCheck): Check {
  const { def } = rule._zod;
  return (value) => {
    const payload = { value: value as never, issues: [] };
    if (def.when?.(payload) === false) return true;
    if (rule._zod.check(payload) instanceof Promise) return false;
    return payload.issues.length === 0 && Object.is(payload.value, value);
  };
}

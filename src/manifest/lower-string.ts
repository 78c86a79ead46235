import {
  childOf,
  type JsonObject,
  type JsonValue,
  type Lowering,
  type Place,
  refuse,
  warn,
  type Draft,
} from './lowering.ts';
import { checkModelText } from './model-text.ts';
import { PORTABLE_FORMATS, SCHEMA_LIMITS } from './portable-schema.ts';
import { rangeWords } from './schema-words.ts';

/** Longest regular expression that is told in words. */
const SPOKEN_PATTERN_MAX = 120;

/** A string, free or out of a list. Patterns and most formats are told in words and left to the operation. */
export function lowerString(schema: JsonObject, place: Place, run: Lowering): Draft | null {
  const minLength = countOf(schema, 'minLength', place, run);
  const maxLength = countOf(schema, 'maxLength', place, run);
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    return refuse(run, place, 'has a minLength above its maxLength');
  const words = patternWords(schema, place, run);
  if (words === null) return null;
  if (schema['enum'] !== undefined) {
    const values = listedStrings(schema['enum'], minLength ?? 0, maxLength ?? Infinity, place, run);
    return values === null ? null : { node: { type: 'string', enum: values }, words };
  }
  const format = PORTABLE_FORMATS.find((one) => one === schema['format']);
  return {
    node: {
      type: 'string',
      ...(minLength === undefined ? {} : { minLength }),
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(format === undefined ? {} : { format }),
    },
    words: [...rangeWords(minLength, maxLength, 'length'), ...words],
  };
}

/** A count under `key`, undefined when absent or refused. */
export function countOf(schema: JsonObject, key: string, place: Place, run: Lowering): number | undefined {
  const value = schema[key];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  refuse(run, childOf(place, key), 'must be a whole number, 0 or more');
  return undefined;
}

function patternWords(schema: JsonObject, place: Place, run: Lowering): string[] | null {
  const { pattern, format } = schema;
  if (pattern !== undefined && typeof pattern !== 'string')
    return refuse(run, childOf(place, 'pattern'), 'must be a string');
  const named = typeof format === 'string' && /^[a-z][a-z0-9-]{0,30}$/.test(format) ? format : undefined;
  if (format !== undefined && !PORTABLE_FORMATS.some((one) => one === format))
    warn(run, place, 'format is not served; the operation checks it');
  if (pattern !== undefined) warn(run, place, 'pattern is not served; the operation checks it');
  if (named !== undefined) return [`Format: ${named}.`];
  return pattern === undefined || pattern.length > SPOKEN_PATTERN_MAX ? [] : [`Pattern: \`${pattern}\`.`];
}

function listedStrings(
  listed: JsonValue,
  minLength: number,
  maxLength: number,
  place: Place,
  run: Lowering,
): string[] | null {
  const at = childOf(place, 'enum');
  const all = Array.isArray(listed) ? listed : [];
  const strings = all.filter((value) => typeof value === 'string');
  if (strings.length < all.length) return refuse(run, at, 'lists something else than strings');
  const values = [...new Set(strings)].filter((value) => {
    const { length } = Array.from(value);
    return length >= minLength && length <= maxLength;
  });
  if (values.length === 0 || values.length > SCHEMA_LIMITS.enumValues)
    return refuse(run, at, `leaves ${values.length} values; 1 to ${SCHEMA_LIMITS.enumValues} are portable`);
  const faults = values.map((value) =>
    value === '' ? 'is empty' : checkModelText(value, SCHEMA_LIMITS.enumValueLength),
  );
  const fault = faults.find((one) => one !== undefined);
  return fault === undefined ? values : refuse(run, at, `has a value that ${fault}`);
}

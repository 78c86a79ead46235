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
import { rangeWords } from './schema-words.ts';

type Bounds = {
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly words: readonly string[];
};

/** Longest list of numbers that is told in words. */
const SPOKEN_VALUES = 20;

/** A number with inclusive bounds. Exclusive bounds of integers are exact as inclusive ones; those of numbers, steps
 * and lists of values are told in words and left to the operation. */
export function lowerNumber(
  schema: JsonObject,
  type: 'number' | 'integer',
  place: Place,
  run: Lowering,
): Draft | null {
  const authored = boundsOf(schema, type, place, run);
  const bounds = authored === null ? null : listedBounds(schema, type, authored, place, run);
  const step = readNumber(schema, 'multipleOf', place, run);
  if (bounds === null || step === null) return null;
  const { low, high } = bounds;
  if (low !== undefined && high !== undefined && low > high)
    return refuse(run, place, 'accepts no number: its minimum is above its maximum');
  if (step !== undefined) warn(run, place, 'multipleOf is not served; the operation checks it');
  return {
    node: {
      type,
      ...(low === undefined ? {} : { minimum: low }),
      ...(high === undefined ? {} : { maximum: high }),
    },
    words: [
      ...rangeWords(low, high),
      ...bounds.words,
      ...(step === undefined ? [] : [`Multiple of ${step}.`]),
    ],
  };
}

/** True or false; a list that leaves only one of them is told in words. */
export function lowerBoolean(schema: JsonObject, place: Place, run: Lowering): Draft | null {
  const listed = schema['enum'];
  if (!Array.isArray(listed)) return { node: { type: 'boolean' }, words: [] };
  const values = [...new Set(listed.filter((value) => typeof value === 'boolean'))];
  const [only] = values;
  if (only === undefined) return refuse(run, childOf(place, 'enum'), 'lists no boolean');
  if (values.length === 2) return { node: { type: 'boolean' }, words: [] };
  warn(run, place, `only ${only} is accepted, which is not served; the operation checks it`);
  return { node: { type: 'boolean' }, words: [`Always ${only}.`] };
}

function readNumber(schema: JsonObject, key: string, place: Place, run: Lowering): number | undefined | null {
  const value = schema[key];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && (key !== 'multipleOf' || value > 0)) return value + 0;
  return refuse(run, childOf(place, key), 'must be a number');
}

function boundsOf(
  schema: JsonObject,
  type: 'number' | 'integer',
  place: Place,
  run: Lowering,
): Bounds | null {
  const [minimum, maximum, above, below] = [
    readNumber(schema, 'minimum', place, run),
    readNumber(schema, 'maximum', place, run),
    readNumber(schema, 'exclusiveMinimum', place, run),
    readNumber(schema, 'exclusiveMaximum', place, run),
  ];
  if (minimum === null || maximum === null || above === null || below === null) return null;
  const bounds = { minimum, maximum, above, below };
  return type === 'integer' ? integerBounds(bounds, place, run) : numberBounds(bounds, place, run);
}

type AuthoredBounds = Readonly<Record<'minimum' | 'maximum' | 'above' | 'below', number | undefined>>;

function numberBounds(authored: AuthoredBounds, place: Place, run: Lowering): Bounds {
  const { minimum, maximum, above, below } = authored;
  const openLow = above !== undefined && above >= (minimum ?? -Infinity);
  const openHigh = below !== undefined && below <= (maximum ?? Infinity);
  if (openLow || openHigh)
    warn(run, place, 'exclusive bounds are served as inclusive ones and said in words');
  return {
    low: openLow ? above : minimum,
    high: openHigh ? below : maximum,
    words: [...(openLow ? [`Greater than ${above}.`] : []), ...(openHigh ? [`Less than ${below}.`] : [])],
  };
}

function integerBounds(authored: AuthoredBounds, place: Place, run: Lowering): Bounds | null {
  const { minimum, maximum, above, below } = authored;
  const low = Math.max(
    minimum === undefined ? -Infinity : Math.ceil(minimum),
    above === undefined ? -Infinity : Math.floor(above) + 1,
  );
  const high = Math.min(
    maximum === undefined ? Infinity : Math.floor(maximum),
    below === undefined ? Infinity : Math.ceil(below) - 1,
  );
  if (low > Number.MAX_SAFE_INTEGER || high < Number.MIN_SAFE_INTEGER)
    return refuse(run, place, 'has a bound beyond the integers that JSON carries exactly');
  // zod bounds every integer by these; no client needs to be told.
  return {
    low: low <= Number.MIN_SAFE_INTEGER ? undefined : low + 0,
    high: high >= Number.MAX_SAFE_INTEGER ? undefined : high + 0,
    words: [],
  };
}

/** Bounds of a list of numbers: exact when it has no gap, told in words otherwise. */
function listedBounds(
  schema: JsonObject,
  type: 'number' | 'integer',
  bounds: Bounds,
  place: Place,
  run: Lowering,
): Bounds | null {
  const listed = schema['enum'];
  if (!Array.isArray(listed)) return bounds;
  const at = childOf(place, 'enum');
  const values = [...new Set(listed.filter((value: JsonValue) => typeof value === 'number'))]
    .filter((value) => value >= (bounds.low ?? -Infinity) && value <= (bounds.high ?? Infinity))
    .filter((value) => type === 'number' || Number.isSafeInteger(value))
    .sort((a, b) => a - b);
  const [low, high] = [values[0], values.at(-1)];
  if (low === undefined || high === undefined) return refuse(run, at, 'leaves no number');
  if (values.length > SPOKEN_VALUES)
    return refuse(run, at, `lists ${values.length} numbers; at most ${SPOKEN_VALUES} can be told in words`);
  if (low === high || (type === 'integer' && high - low === values.length - 1))
    return { low: low + 0, high: high + 0, words: [] };
  warn(run, place, 'a list of numbers is served as a range; the operation checks it');
  return { low: low + 0, high: high + 0, words: [...bounds.words, `One of: ${values.join(', ')}.`] };
}

import { type Json, nearMatches } from '../kernel/index.ts';

type Schema = Readonly<Record<string, Json | undefined>>;

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What would fit a portable schema, in a few words: "a whole number from 1 to 9", "one of \"up\", \"down\"". */
export function fitting(schema: Json | undefined): string {
  if (!isSchema(schema)) return 'any value';
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choice(choices);
  const type = typeof schema['type'] === 'string' ? schema['type'] : '';
  const word = WORDS[type] ?? 'any value';
  if (type === 'array') return `a list${counted(schema, 'Items')} of ${fitting(schema['items'])}`;
  if (type === 'string') return `text${counted(schema, 'Length')}`;
  if (type === 'object' && isSchema(schema['properties']))
    return `an object with ${Object.keys(schema['properties']).join(', ')}`;
  return `${word}${ranged(schema)}`;
}

/** More choices are not read through by anybody. */
const CHOICES_SHOWN = 16;

function choice(choices: readonly Json[]): string {
  const shown = choices.slice(0, CHOICES_SHOWN).map(text).join(', ');
  return `one of ${shown}${choices.length > CHOICES_SHOWN ? ` and ${choices.length - CHOICES_SHOWN} more` : ''}`;
}

/** What a caller may have meant: `write "1.77", in quotes`, `did you mean "g5"?`; empty when there is no guess.
 * @param value what was given where the schema asks for something else */
export function meant(schema: Json | undefined, value: unknown): string {
  if (!isSchema(schema)) return '';
  const choices = schema['enum'];
  if (!Array.isArray(choices))
    return schema['type'] === 'string' && typeof value === 'number'
      ? `write ${JSON.stringify(String(value))}, in quotes`
      : '';
  return question(chosen(choices, value));
}

/** `did you mean "structure"?` for a name that is not known. */
export const meantName = (name: string, known: readonly string[]): string =>
  question(nearMatches(name, known));

const question = (guesses: readonly Json[]): string =>
  guesses.length === 0 ? '' : `did you mean ${guesses.map(text).join(' or ')}?`;

function chosen(choices: readonly Json[], value: unknown): Json[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const equal = choices.filter((choice) => numberOf(choice) === numberOf(value));
  if (!Number.isNaN(numberOf(value)) && equal.length > 0) return equal;
  const words = choices.filter((choice) => typeof choice === 'string');
  const near = nearMatches(String(value), words);
  return [...near, ...words.filter((word) => !near.includes(word) && abbreviates(word, String(value)))];
}

/** The number that a choice such as "1/2" stands for. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const [, above, below] = /^\s*(-?\d+(?:\.\d+)?)(?:\s*\/\s*(\d+))?\s*$/.exec(String(value)) ?? [];
  return above === undefined ? Number.NaN : Number(above) / Number(below ?? '1');
}

/** "g5" abbreviates "gamma5": the same first and last letter, and nothing that is not in the word, in its order. */
function abbreviates(short: string, word: string): boolean {
  if (short.length < 2 || short.length >= word.length) return false;
  if (short.at(0) !== word.at(0) || short.at(-1) !== word.at(-1)) return false;
  let at = -1;
  return Array.from(short).every((letter) => (at = word.indexOf(letter, at + 1)) >= 0);
}

function ranged(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined && maximum !== undefined) return ` from ${text(minimum)} to ${text(maximum)}`;
  const bounds = [
    ...(minimum === undefined ? [] : [`at least ${text(minimum)}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${text(exclusiveMinimum)}`]),
    ...(maximum === undefined ? [] : [`at most ${text(maximum)}`]),
    ...(exclusiveMaximum === undefined ? [] : [`below ${text(exclusiveMaximum)}`]),
  ];
  return bounds.length === 0 ? '' : ` ${bounds.join(' and ')}`;
}

function counted(schema: Schema, what: 'Items' | 'Length'): string {
  const least = schema[`min${what}`];
  const most = schema[`max${what}`];
  const unit = what === 'Items' ? 'elements' : 'characters';
  if (least !== undefined && most !== undefined)
    return ` (${least === most ? text(least) : `${text(least)} to ${text(most)}`} ${unit})`;
  if (least !== undefined) return ` (at least ${text(least)} ${unit})`;
  return most === undefined ? '' : ` (at most ${text(most)} ${unit})`;
}

const text = (value: Json): string => JSON.stringify(value);

const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** "text \"abc\"", "the number 3": what a caller gave, cut short. */
export function given(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0
      ? 'an empty list'
      : `a list of ${value.length} element${value.length === 1 ? '' : 's'}`;
  if (typeof value === 'object') return 'an object';
  const shown = JSON.stringify(value);
  return `${typeof value === 'string' ? 'the text' : `the ${typeof value}`} ${shown.length > 60 ? `${shown.slice(0, 57)}…` : shown}`;
}

import type { Json } from '../kernel/index.ts';

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
  if (Array.isArray(choices)) return `one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`;
  const type = typeof schema['type'] === 'string' ? schema['type'] : '';
  const word = WORDS[type] ?? 'any value';
  if (type === 'array') return `a list${counted(schema, 'Items')} of ${fitting(schema['items'])}`;
  if (type === 'string') return `text${counted(schema, 'Length')}`;
  if (type === 'object' && isSchema(schema['properties']))
    return `an object with ${Object.keys(schema['properties']).join(', ')}`;
  return `${word}${ranged(schema)}`;
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
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const shown = JSON.stringify(value);
  return `${typeof value === 'string' ? 'the text' : `the ${typeof value}`} ${shown.length > 60 ? `${shown.slice(0, 57)}…` : shown}`;
}

import { expect, it } from 'vitest';
import { inputLines } from '../../../src/cli/render/input-lines.ts';

it('tells of each input its type, bounds and words, and of what is in it the same below', () => {
  expect(
    inputLines({
      type: 'object',
      properties: {
        mass_gev: { type: 'number', minimum: 0, description: 'Mass in GeV.\nNot negative.' },
        legs: {
          type: 'array',
          maxItems: 3,
          items: {
            type: 'object',
            properties: { spin: { type: 'string', enum: ['0', '1/2'] } },
            required: ['spin'],
            additionalProperties: false,
          },
        },
        names: { type: 'array', items: { type: 'string', maxLength: 8, description: 'One name.' } },
      },
      required: ['mass_gev'],
      additionalProperties: false,
    }),
  ).toEqual([
    'mass_gev: number, required, minimum 0',
    '  Mass in GeV.',
    '  Not negative.',
    'legs: array of object, optional, maxItems 3',
    '  spin: string, required, enum ["0","1/2"]',
    'names: array of string, optional',
    '  each: maxLength 8',
    '  One name.',
  ]);
});

it('shows what a terminal would hide in the words of a schema', () => {
  const properties = { x: { type: 'boolean' as const, description: 'fine\u202Eenif' } };
  expect(inputLines({ type: 'object', properties, additionalProperties: false })).toEqual([
    'x: boolean, optional',
    '  fine<U+202E>enif',
  ]);
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseWith } from '../../src/kernel/index.ts';

const Page = z.strictObject({
  title: z.string().min(1).max(3).optional(),
  pages: z.number().min(1).lt(9).optional(),
  count: z.int().optional(),
  parts: z.array(z.string()).min(2).optional(),
  kind: z.enum(['a', 'b']).optional(),
  open: z.boolean().optional(),
  named: z.record(z.string(), z.strictObject({ version: z.string() })).optional(),
  own: z.string({ error: 'must be said by me' }).optional(),
});

const messageOf = (schema: z.ZodType, value: unknown): string => {
  try {
    parseWith(schema, value, 'p.yaml', 'BAD_YAML');
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
  return 'nothing';
};

test.each<[unknown, string]>([
  [[], '(document): must be a map, not a list'],
  [null, 'is empty'],
  [{ named: null }, '/named: is empty (null), and must be a map'],
  [{ named: [] }, '/named: must be a map, not a list'],
  [{ named: { x: {} } }, '/named/x/version: is missing (a string)'],
  [{ named: { x: { versoin: '1', version: '1' } } }, '/named/x: unknown key "versoin"'],
  [{ title: 1 }, '/title: must be a string, not a number'],
  [{ title: '' }, '/title: must have at least 1 character'],
  [{ title: 'long' }, '/title: must have at most 3 characters'],
  [{ pages: 0 }, '/pages: must be at least 1'],
  [{ pages: 9 }, '/pages: must be less than 9'],
  [{ count: 1.5 }, '/count: must be an integer'],
  [{ parts: ['a'] }, '/parts: must have at least 2 items'],
  [{ kind: 'c' }, '/kind: must be one of "a", "b"'],
  [{ open: 'yes' }, '/open: must be true or false, not a string'],
  [{ own: 1 }, '/own: must be said by me'],
  [{ titel: 'x' }, '(document): unknown key "titel" (did you mean "title"?)'],
  [{ colour: 'x', pagse: 1 }, '(document): unknown keys "colour", "pagse" (did you mean "pages"?)'],
])('%j is told as a writer of the data would', (value, message) => {
  expect(messageOf(Page, value)).toBe(`p.yaml: ${message}`);
});

const Place = z.union([z.strictObject({ directory: z.string() }), z.strictObject({ npm: z.string() })]);
const Step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('call'), operation: z.string() }),
  z.strictObject({ do: z.literal('nothing') }),
]);
const Several = z.union([z.string().max(3), z.number(), z.array(z.string())]);
test.each<[z.ZodType, unknown, string]>([
  [Several, true, '/x: must be a string or a number or a list, not true or false'],
  [Several, 'long', '/x: must have at most 3 characters'],
  [Several, [1], '/x/0: must be a string, not a number'],
  [Place, { npm: 1 }, '/x/npm: must be a string, not a number'],
  [Place, 5, '/x: must be a map, not a number'],
  [Place, {}, '/x: fits none of its forms: directory is missing (a string); or npm is missing (a string)'],
  [Step, { do: 'cal' }, '/x/do: must be one of "call", "nothing"'],
  [Step, {}, '/x/do: is missing (one of "call", "nothing")'],
  [Step, { do: 'call', operation: 1 }, '/x/operation: must be a string, not a number'],
  [Step, 'call', '/x: must be a map, not a string'],
])('a value that fits no form of a union is told so that it can be mended', (schema, value, words) => {
  expect(messageOf(z.strictObject({ x: schema }), { x: value })).toBe(`p.yaml: ${words}`);
});

test('a key that is there is not offered in place of another', () => {
  expect(messageOf(Page, { title: 'x', titel: 'x' })).toBe('p.yaml: (document): unknown key "titel"');
});

test.each<[z.ZodType, string]>([
  [z.enum(['a', 'b']), 'is missing (one of "a", "b")'],
  [z.literal(1), 'is missing (1)'],
  [z.union([z.string(), z.number()]), 'is missing'],
])('a missing choice is told as missing', (schema, words) => {
  expect(messageOf(z.strictObject({ x: schema }), {})).toBe(`p.yaml: /x: ${words}`);
});

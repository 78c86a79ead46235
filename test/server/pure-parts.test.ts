import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { sha256 } from '../../src/kernel/index.ts';
import { fitting, given, meant, meantName } from '../../src/server/argument-words.ts';
import { callLogName } from '../../src/server/call-log-name.ts';
import { errorText, failedOutcome } from '../../src/server/call-outcome.ts';
import { mapPaths } from '../../src/server/declared-paths.ts';
import { shapeResult } from '../../src/server/shape-result.ts';
import { shapeOf, spillSummary } from '../../src/server/spill-summary.ts';
import { ToolbaseError } from '../../src/kernel/index.ts';

test.each<[Json, string]>([
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'a whole number from 1 to 9'],
  [{ type: 'number', minimum: 0 }, 'a number at least 0'],
  [{ type: 'string', enum: ['up', 'down'] }, 'one of "up", "down"'],
  [{ type: 'string', maxLength: 3 }, 'text (at most 3 characters)'],
  [{ type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 }, 'a list (4 elements) of a number'],
  [{ type: 'object', properties: { re: {}, im: {} } }, 'an object with re, im'],
  [{ type: 'boolean' }, 'true or false'],
])('%j is said as %s', (schema, words) => {
  expect(fitting(schema)).toBe(words);
});

const CHOICES = { type: 'string', enum: ['1', 'g5', 'PL', 'gamma', 'gamma.g5', '1/2'] };

test.each<[Json, unknown, string]>([
  [CHOICES, 'gamma5', 'did you mean "gamma" or "gamma.g5" or "g5"?'],
  [CHOICES, 'gama', 'did you mean "gamma"?'],
  [CHOICES, '0.5', 'did you mean "1/2"?'],
  [CHOICES, 0.5, 'did you mean "1/2"?'],
  [CHOICES, 1, 'did you mean "1"?'],
  [CHOICES, 'tensor', ''],
  [CHOICES, null, ''],
  [{ type: 'string', maxLength: 9 }, 1.77, 'write "1.77", in quotes'],
  [{ type: 'number' }, '1.77', ''],
])('of %j, %j gives the guess %j', (schema, value, words) => {
  expect(meant(schema, value)).toBe(words);
});

test('a mistyped name is answered with the known one, a long list of choices is cut', () => {
  expect(meantName('structur', ['coupling', 'structure', 'vertex'])).toBe('did you mean "structure"?');
  expect(meantName('colour', ['coupling', 'structure'])).toBe('');
  const many = { enum: Array.from({ length: 40 }, (_, index) => `c${index}`) };
  expect(fitting(many)).toMatch(/"c15" and 24 more$/);
  expect(given([])).toBe('an empty list');
  expect(given([1, 2])).toBe('a list of 2 elements');
});

test('declared paths are replaced where they stand, in lists too, and nothing else is', () => {
  const upper = (text: string) => text.toUpperCase();
  const input = { file: 'a', other: 'b', files: ['c', 'd'], sets: [{ table: 'e', note: 'f' }] };
  expect(mapPaths(input, 'file', upper)).toEqual({ ...input, file: 'A' });
  expect(mapPaths(input, 'files/*', upper)).toEqual({ ...input, files: ['C', 'D'] });
  expect(mapPaths(input, 'sets/*/table', upper)).toEqual({ ...input, sets: [{ table: 'E', note: 'f' }] });
  for (const path of ['absent', 'file/deeper', 'other/*', 'toString', 'sets/table'])
    expect(mapPaths(input, path, upper)).toEqual(input);
});

test('the size limit is of UTF-8 bytes, and the declared one is the stricter', () => {
  const sized = (bytes: number) => ({ t: 'é'.repeat((bytes - 8) / 2) });
  expect(shapeResult('x', sized(8192), undefined).kind).toBe('inline');
  expect(shapeResult('x', sized(8194), undefined).kind).toBe('spill');
  expect(shapeResult('x', sized(8194), 10_000).kind).toBe('spill');
  expect(shapeResult('x', sized(100), 100).kind).toBe('inline');
  expect(() => shapeResult('x', sized(102), 100)).toThrow('102 bytes; the toolkit declares at most 100');
});

test('the shape of a value is its types', () => {
  expect(shapeOf({ n: 1, list: [1, 2, 3], rows: [{ x: 1, y: null }], none: [] }, 4)).toEqual({
    n: 'number',
    list: 'list of 3 number',
    rows: { 'list of 1': { x: 'number', y: 'null' } },
    none: 'empty list',
  });
  expect(shapeOf({ a: { b: { c: 1, d: 2 } } }, 2)).toEqual({ a: { b: 'object of 2 keys' } });
});

test('whatever was spilled, the answer in its place is small and well-formed', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (value) => {
      const text = JSON.stringify({ value, long: '𝛼'.repeat(3000) });
      const parsed = JSON.parse(text) as Record<string, Json>;
      const summary = spillSummary({ path: 'p', digest: sha256(text), sizeBytes: text.length }, text, parsed);
      expect(Buffer.byteLength(JSON.stringify(summary))).toBeLessThan(8192);
      expect(JSON.stringify(summary)).not.toMatch(/\\ud[89ab]../i);
    }),
  );
});

test('an error is told as CODE: message. hint', () => {
  expect(errorText({ code: 'USAGE', message: 'too few', hint: 'Add one.' })).toBe('USAGE: too few. Add one.');
  expect(errorText({ code: 'USAGE', message: 'Why?' })).toBe('USAGE: Why?');
});

test('a fault of ours is told without its message, which may name our files', () => {
  const { error } = failedOutcome(new Error('cannot read /home/ann/x'));
  expect(error.code).toBe('INTERNAL');
  expect(JSON.stringify(error)).not.toContain('/home/ann');
  expect(failedOutcome(new ToolbaseError('USAGE', 'a\u001b[2Jb')).error.message).toBe('ab');
});

test('a call log is named by its start, to the millisecond, and its process', () => {
  expect(callLogName(new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 67)), 890)).toBe('20260102T030405067Z-890.jsonl');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFault } from '../../src/host/index.ts';

test('every JSON value passes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('__proto__'));
      expect(jsonFault(value)).toBeUndefined();
    }),
  );
});

class Matrix {
  readonly rows = 2;
}

test.each<[string, unknown, string]>([
  ['NaN', { rows: [{ x: NaN }] }, '/rows/0/x: NaN is not a JSON number'],
  ['an infinity', [1, -Infinity], '/1: -Infinity is not a JSON number'],
  ['a bigint', { n: 1n }, '/n: bigint is not JSON'],
  ['a hole', [1, undefined], '/1: undefined is not JSON'],
  ['a date', { at: new Date(0) }, '/at: a Date is not JSON; give numbers, text, arrays and plain objects'],
  [
    'a typed array',
    new Float64Array(2),
    '(document): a Float64Array is not JSON; give numbers, text, arrays and plain objects',
  ],
  [
    'an instance',
    { m: new Matrix() },
    '/m: a Matrix is not JSON; give numbers, text, arrays and plain objects',
  ],
  ['a lone surrogate', { t: 'a\ud800' }, '/t: the text is not well-formed Unicode'],
  ['a lone surrogate in a key', { '\udc00': 1 }, '(document): a key is not well-formed Unicode'],
  ['a key that is lost', JSON.parse('{"a":{"__proto__":1}}'), '/a: __proto__ is not taken as a key'],
  ['nothing', undefined, '(document): undefined is not JSON'],
  ['a key with a slash', { 'a/b~c': NaN }, '/a~1b~0c: NaN is not a JSON number'],
])('%s is named by its pointer', (_what, value, fault) => {
  expect(jsonFault(value)).toBe(fault);
});

test('an absent property is no fault, a nesting of more than 64 is', () => {
  expect(jsonFault({ a: undefined })).toBeUndefined();
  let deep: unknown = 0;
  for (let level = 0; level < 64; level += 1) deep = [deep];
  expect(jsonFault(deep)).toBeUndefined();
  expect(jsonFault([deep])).toContain('nested more than 64 levels');
});

test('a cycle ends at the depth limit', () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  expect(jsonFault(cycle)).toContain('nested more than 64 levels');
});

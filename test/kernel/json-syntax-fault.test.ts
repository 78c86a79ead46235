import { expect, it } from 'vitest';
import { jsonSyntaxFault } from '../../src/kernel/json-syntax-fault.ts';

it.each([
  ['{\n  "role": incoming\n}', 2, 11, 'double quotes'],
  ["{'a': 1}", 1, 2, 'double quotes'],
  ['{"a": 1,}', 1, 9, 'name in double quotes is missing'],
  ['[1, 2', 1, 6, 'a ] is missing'],
  ['{"a" 1}', 1, 6, 'colon is missing'],
  ['{"a": 1} 2', 1, 10, 'follows the end'],
  ['{"a": 1} // x', 1, 10, 'comments'],
  ['{"a": "b\n"}', 1, 7, 'does not end on its line'],
])('in %j the fault is at line %i, column %i: %s', (text, line, column, what) => {
  expect(jsonSyntaxFault(text)).toMatchObject({
    line,
    column,
    what: expect.stringContaining(what) as string,
  });
});

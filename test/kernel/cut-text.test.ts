import { expect, test } from 'vitest';
import { canonicalJson, headOf, tailOf, ToolbaseError } from '../../src/kernel/index.ts';

test('a text is cut to whole characters at either end', () => {
  expect(headOf('ab😀', 3)).toBe('ab\ufffd');
  expect(tailOf('😀ab', 3)).toBe('\ufffdab');
  expect(headOf('ab😀', 4)).toBe('ab😀');
  expect(headOf('\ud800x', 10)).toBe('\ufffdx');
});

test('an error that quotes outside text can be recorded', () => {
  const error = new ToolbaseError('BAD_JSON', 'near \ud83d', { hint: 'Remove \udc00.' });
  expect(() => canonicalJson(error.report())).not.toThrow();
});

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellWord } from '../../src/kernel/shell-word.ts';

test('a plain path stays as it is', () => {
  expect(shellWord('/data/my-toolkit')).toBe('/data/my-toolkit');
});

test.each([
  ['/data/my toolkit', `'/data/my toolkit'`],
  [`it's`, `'it'\\''s'`],
  ['', `''`],
  ['$HOME', `'$HOME'`],
])('%s is quoted', (word, quoted) => {
  expect(shellWord(word)).toBe(quoted);
});

test('a shell reads every word back as it was', () => {
  const printable = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  });
  fc.assert(
    fc.property(printable, (word) => {
      expect(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })).toBe(word);
    }),
    { numRuns: 20 },
  );
});

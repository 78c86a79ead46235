import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Mistake, file and title of each row of the tables. */
const rows = readFileSync(path.join(root, 'test/README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('.test.ts'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

it('every known mistake has the test that stands beside it', () => {
  const titles = (file: string): string[] =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/\b(?:it|test)\(\s*'((?:[^'\\]|\\.)*)'/g)].map(
      ([, title = '']) => title,
    );
  expect(rows.length).toBeGreaterThan(60);
  const missing = rows.filter(([, file = '', title = '']) => !titles(file).includes(title));
  expect(missing).toEqual([]);
});

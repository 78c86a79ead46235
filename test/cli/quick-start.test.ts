import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { QUICK } from '../../src/cli/quick-start.ts';

it('the program starts exactly those commands from the bundle that the bundle has', () => {
  const program = readFileSync(path.resolve(import.meta.dirname, '../../bin/run.js'), 'utf8');
  const listed = /const QUICK =\s*'([^']+)'/.exec(program)?.[1]?.split(' ');
  expect(listed).toEqual(Object.keys(QUICK));
});

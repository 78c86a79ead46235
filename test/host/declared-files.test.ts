import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { containPath } from '../../src/host/io/contain-path.ts';
import { declaredFiles } from '../../src/host/io/runner/declared-files.ts';
import { tempFolder } from '../setup/temp-folder.ts';

const workspace = tempFolder('declared');
mkdirSync(path.join(workspace, 'in'));
writeFileSync(path.join(workspace, 'in/data.txt'), '1');

const copy = { name: 'Copy', effects: { reads: ['from'], writes: ['to'] } };
const files = declaredFiles(copy, [{ from: 'in/data.txt', to: 'out.txt' }], workspace);

test('the path of a declared argument may be used', () => {
  expect(() => files.checkRead(containPath(workspace, 'in/data.txt'))).not.toThrow();
  expect(() => files.checkWrite(containPath(workspace, 'out.txt'))).not.toThrow();
});

test.each([
  ['from', files.checkRead, 'readPath(input.from)'],
  ['to', files.checkWrite, 'writePath(input.to)'],
])('the name of the argument %s in place of its path is told as that', (name, check, fix) => {
  expect(() => check(containPath(workspace, name))).toThrow(
    expect.objectContaining({
      code: 'PATH_OUTSIDE',
      message: expect.stringContaining(`the name of its argument ${name} in place of the path`) as unknown,
      hint: expect.stringContaining(fix) as unknown,
    }),
  );
});

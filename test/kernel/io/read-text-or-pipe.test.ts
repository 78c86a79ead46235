import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readTextOrPipe } from '../../../src/kernel/io/index.ts';
import { tempFolder } from '../../setup/temp-folder.ts';

const dir = tempFolder('read-text-or-pipe');
writeFileSync(path.join(dir, 'file'), 'x');
symlinkSync('loop', path.join(dir, 'loop'));

it.each(['absent', 'file/below', 'loop', 'x'.repeat(300)])(
  'a path where nothing can be read is an error that names it: %s',
  async (name) => {
    await expect(readTextOrPipe(path.join(dir, name), 10)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(name) as string,
    });
  },
);

it('a file is read', async () => {
  expect(await readTextOrPipe(path.join(dir, 'file'), 10)).toBe('x');
});

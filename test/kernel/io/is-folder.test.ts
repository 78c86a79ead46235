import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isFolder } from '../../../src/kernel/io/index.ts';
import { tempFolder } from '../../setup/temp-folder.ts';

it('tells a folder from a file, a name and nothing, and does not hide what cannot be looked at', () => {
  const root = tempFolder('is-folder');
  const at = (name: string): string => path.join(root, name);
  mkdirSync(at('folder'));
  writeFileSync(at('file'), '');
  symlinkSync('folder', at('link'));
  symlinkSync('loop', at('loop'));
  expect(['folder', 'link', 'file', 'none', 'file/x', 'x'.repeat(300)].map(at).map(isFolder)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(() => isFolder(at('loop'))).toThrow('ELOOP');
});

import { mkdtempSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { removeTree } from './remove-tree.ts';

const made: string[] = [];

/** A fresh folder, by its real path; removed after the tests of the file. */
export function tempFolder(name = 'folder'): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), `toolbase-test-${name}-`)));
  made.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of made.splice(0)) removeTree(folder);
});

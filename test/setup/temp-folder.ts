import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];

/** A fresh folder, by its real path; removed after the tests of the file. */
export function tempFolder(name = 'folder'): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), `toolbase-test-${name}-`)));
  made.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of made.splice(0)) {
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Folders of an installed toolkit are read-only. */
function makeWritable(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(path.join(folder, entry.name));
}

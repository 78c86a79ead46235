import { chmodSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Removes a folder with all in it; folders of an installed toolkit are read-only. */
export function removeTree(folder: string): void {
  makeWritable(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(path.join(folder, entry.name));
}

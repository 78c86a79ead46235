import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '../../kernel/index.ts';

/** Removes a folder of ours whose folders are read-only. Another process may be removing it too. */
export async function removeTree(folder: string): Promise<void> {
  try {
    await makeWritable(folder);
    await rm(folder, { recursive: true, force: true });
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT')) throw cause;
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await makeWritable(path.join(folder, entry.name));
}

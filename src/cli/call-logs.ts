import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../kernel/index.ts';
import { ownPaths } from './registries.ts';

/** The log that is meant: the one given, else that of this user's last session. @throws ToolbaseError NOT_FOUND */
export async function callLogOf(given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const folder = path.join(ownPaths().state, 'calls');
  const newest = (await namesIn(folder))
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .at(-1);
  if (newest !== undefined) return path.join(folder, newest);
  throw new ToolbaseError('NOT_FOUND', `there is no call log in ${folder}`, {
    hint: 'Name one, such as the calls.jsonl of a trial.',
  });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return [];
    throw cause;
  }
}

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, isAbsent } from '../../../kernel/index.ts';
import { isFolder, readTextBounded } from '../../../kernel/io/index.ts';
import { environmentFiles, type PinnedEnvironment, pinnedEnvironment } from '../../../manifest/index.ts';
import { pythonOf } from '../../build-plan.ts';
import type { InstalledEnvironment, ToolkitEnvironment } from '../../environment.ts';
import type { EnvironmentRecord } from '../../environment-record.ts';
import { releaseOf } from './find-python.ts';

const FILE_MAX_BYTES = 16 * 1024 * 1024;

export const rootOf = (environments: string, { folder }: Pick<EnvironmentRecord, 'folder'>): string =>
  path.join(environments, folder, 'root');

export const listingOf = (environments: string, { folder }: Pick<EnvironmentRecord, 'folder'>): string =>
  path.join(environments, folder, 'listing');

export function installedAt(environments: string, record: EnvironmentRecord): InstalledEnvironment {
  const root = rootOf(environments, record);
  return record.kind === 'python' ? { root, python: pythonOf(root) } : { root };
}

/** What an installed toolkit's environment installs, from the toolkit's own files.
 * @throws ToolbaseError BAD_MANIFEST, BAD_JSON, FILE_TOO_LARGE */
export async function readPinned(environment: ToolkitEnvironment): Promise<PinnedEnvironment> {
  const texts = new Map<string, string>();
  for (const file of environmentFiles(environment.declaration)) {
    const text = await textOf(path.join(environment.treeFolder, file));
    if (text !== undefined) texts.set(file, text);
  }
  return pinnedEnvironment(environment.declaration, (file) => texts.get(file), environment.label);
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readTextBounded(file, FILE_MAX_BYTES);
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw cause;
  }
}

/** True when the environment's folder is there and, for Python, its interpreter is still the release it was made of. */
export async function isAlive(
  environments: string,
  record: EnvironmentRecord,
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { root, python } = installedAt(environments, record);
  if (!isFolder(root)) return false;
  return python === undefined || (await releaseOf(python, { env, cwd: root })) === record.interpreter.version;
}

/** Names in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  }
}

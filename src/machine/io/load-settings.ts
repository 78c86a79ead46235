import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import type { FileLayer } from '../layer.ts';
import { decodeSettings } from '../settings.ts';

const SETTINGS_MAX_BYTES = 1024 * 1024;
const PROJECT_FILE = 'toolbase.yaml';
const PRIVATE_FILE = 'toolbase.local.yaml';

/** Reads the settings files that count, weakest first: the user's, then those of the project, which is the nearest
 * folder from `startDir` upward that has one.
 * @param place.startDir absolute; the folder of the lock, never the one a harness happens to start the server in
 * @throws ToolbaseError BAD_YAML, BAD_SETTINGS, FILE_TOO_LARGE */
export async function loadSettings(place: {
  readonly settingsFile: string;
  readonly startDir: string;
}): Promise<FileLayer[]> {
  const user = await readLayer('user', place.settingsFile);
  for (let folder = place.startDir; ; folder = path.dirname(folder)) {
    const project = await readLayer('project', path.join(folder, PROJECT_FILE));
    const own = await readLayer('private', path.join(folder, PRIVATE_FILE));
    if (project !== undefined || own !== undefined || folder === path.dirname(folder))
      return [user, project, own].filter((layer) => layer !== undefined);
  }
}

async function readLayer(name: FileLayer['name'], file: string): Promise<FileLayer | undefined> {
  let found;
  try {
    found = await stat(file);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES')) return undefined;
    throw cause;
  }
  if (name !== 'user') await refusePlanted(file, found.uid);
  const settings = decodeSettings(await readTextBounded(file, SETTINGS_MAX_BYTES), file);
  return { name, file, ownerOnly: (found.mode & 0o077) === 0, settings };
}

/** A folder that everybody may write to, such as /tmp, may hold a file that somebody else put above a user's project. */
async function refusePlanted(file: string, ownerId: number): Promise<void> {
  const trusted = [0, process.getuid?.()];
  if (trusted.includes(ownerId) || ((await stat(path.dirname(file))).mode & 0o002) === 0) return;
  throw new ToolbaseError(
    'BAD_SETTINGS',
    `${file} is another user's, in a folder that everybody may write to`,
    {
      hint: 'Move your project elsewhere, or remove the file.',
    },
  );
}

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import type { FileLayer } from '../layer.ts';
import { decodeSettings } from '../settings.ts';
import { repositoryFolder } from './ignore-private-file.ts';
import { onlyOwnerReads } from './only-owner-reads.ts';

export const SETTINGS_MAX_BYTES = 1024 * 1024;
const PROJECT_FILES = { project: 'toolbase.yaml', private: 'toolbase.local.yaml' } as const;

/** Where the settings of a user and of a project are. Absolute paths. */
export interface SettingsPlace {
  /** The user's file. */
  readonly settingsFile: string;
  /** Folder from which the project's files are looked for, upward: that of the lock, never the one a harness happens to
   * start the server in. */
  readonly startDir: string;
}

/** Reads the settings files that count, weakest first: the user's, then those of the project, which is the nearest
 * folder from `startDir` upward that has one.
 * @throws ToolbaseError BAD_YAML, BAD_SETTINGS, FILE_TOO_LARGE, NOT_FOUND for what is no file that can be read */
export async function loadSettings(place: SettingsPlace): Promise<FileLayer[]> {
  const folder = await projectFolder(place.startDir);
  const layers = [
    await readLayer('user', place.settingsFile),
    ...(folder === undefined
      ? []
      : [
          await readLayer('project', path.join(folder, PROJECT_FILES.project)),
          await readLayer('private', path.join(folder, PROJECT_FILES.private)),
        ]),
  ];
  return layers.filter((layer) => layer !== undefined);
}

/** The file that a layer is read from, there or not. Where no project has settings yet, they begin at the root of the
 * repository, so that every lock in it finds them; outside of one in `startDir`. */
export async function settingsFileOf(layer: FileLayer['name'], place: SettingsPlace): Promise<string> {
  if (layer === 'user') return place.settingsFile;
  const { startDir } = place;
  const folder = (await projectFolder(startDir)) ?? (await repositoryFolder(startDir)) ?? startDir;
  return path.join(folder, PROJECT_FILES[layer]);
}

/** The nearest folder from `startDir` upward that has settings of a project. */
async function projectFolder(startDir: string): Promise<string | undefined> {
  for (let folder = startDir; ; folder = path.dirname(folder)) {
    for (const name of Object.values(PROJECT_FILES))
      if ((await statOf(path.join(folder, name), ['EACCES'])) !== undefined) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

async function readLayer(name: FileLayer['name'], file: string): Promise<FileLayer | undefined> {
  const found = await statOf(file, []);
  if (found === undefined) return undefined;
  if (name !== 'user') await refusePlanted(file, found.uid);
  const settings = decodeSettings(await readTextBounded(file, SETTINGS_MAX_BYTES), file);
  return { name, file, ownerOnly: onlyOwnerReads(found), settings };
}

/** Undefined when there is nothing. What may not be looked at is a fault, unless it lies above a project. */
async function statOf(file: string, alsoNothing: readonly string[]) {
  try {
    return await stat(file);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR', ...alsoNothing)) return undefined;
    if (isSystemError(cause, 'EACCES', 'ELOOP'))
      throw new ToolbaseError('NOT_FOUND', `${file} may not be read (${String(cause.code)})`, { cause });
    throw cause;
  }
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

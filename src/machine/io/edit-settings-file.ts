import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAbsent, isSystemError } from '../../kernel/index.ts';
import {
  atomicWrite,
  notWritable,
  readTextBounded,
  withFileLock,
  makeFolder,
  linkTarget,
} from '../../kernel/io/index.ts';
import { editSettings, type SettingsEdit } from '../edit-settings.ts';
import { SETTINGS_MAX_BYTES } from './load-settings.ts';

const OWNER_ONLY = 0o600;

export type EditOutcome = 'created' | 'changed' | 'unchanged';

/** Changes one value in a settings file, which is made if it is missing. Of several processes each finds the change of
 * the one before; a reader sees the file before or after, never between.
 * @param ownerOnly afterwards only its owner can read the file, and there is no moment in which others can
 * @throws ToolbaseError BAD_YAML, BAD_SETTINGS for a file that is broken already; NOT_WRITABLE */
export async function editSettingsFile(
  settingsFile: string,
  edit: SettingsEdit,
  { ownerOnly }: { readonly ownerOnly: boolean },
): Promise<EditOutcome> {
  const file = await linkTarget(settingsFile);
  try {
    if (edit.value === undefined && (await modeOf(file)) === undefined) return 'unchanged';
    await makeFolder(path.dirname(file));
    return await withFileLock(file, async () => {
      const before = await textOf(file);
      const mode = await modeOf(file);
      const text = editSettings(before, edit, file);
      const wanted = ownerOnly ? OWNER_ONLY : (mode ?? 0o644);
      const changed = text !== (before ?? '') && (await atomicWrite(file, text, { mode: wanted }));
      if (ownerOnly && !changed) await chmod(file, OWNER_ONLY);
      return changed ? (before === undefined ? 'created' : 'changed') : 'unchanged';
    });
  } catch (cause) {
    throw notWritable(file, cause);
  }
}

async function modeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode & 0o777;
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return undefined;
    throw cause;
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readTextBounded(file, SETTINGS_MAX_BYTES);
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw cause;
  }
}

import { chmod, realpath } from 'node:fs/promises';
import { isMap, parseDocument } from 'yaml';
import { isSystemError, isToolbaseError, ToolbaseError } from '../../kernel/index.ts';
import { atomicWrite, readTextBounded } from '../../kernel/io/index.ts';
import { decodeSettings } from '../settings.ts';

const SETTINGS_MAX_BYTES = 1024 * 1024;
const EMPTY = 'formatVersion: 1\n';

/** Writes the token of a registry into the user's settings, or takes it out; all else in the file stays as it is
 * written. Afterwards only its owner can read the file.
 * @param owner address without its scheme   @param token undefined takes it out
 * @returns whether there was something to change
 * @throws ToolbaseError BAD_YAML, BAD_SETTINGS for a file that is broken already; NOT_WRITABLE */
export async function saveRegistryToken(
  settingsFile: string,
  owner: string,
  token: string | undefined,
): Promise<boolean> {
  const file = await followLink(settingsFile);
  const before = await textOf(file);
  const document = parseDocument(before ?? EMPTY);
  decodeSettings(before ?? EMPTY, file);
  if (token === undefined && !document.hasIn(['registryTokens', owner])) return false;
  if (token === undefined) {
    document.deleteIn(['registryTokens', owner]);
    const rest = document.get('registryTokens');
    if (isMap(rest) && rest.items.length === 0) document.delete('registryTokens');
  } else document.setIn(['registryTokens', owner], token);
  const text = document.toString({ lineWidth: 0 });
  decodeSettings(text, file);
  const changed = await atomicWrite(file, text, { mode: 0o600 });
  await chmod(file, 0o600);
  return changed;
}

/** Settings may be kept elsewhere and linked to. */
async function followLink(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return file;
    throw new ToolbaseError('NOT_WRITABLE', `${file} cannot be reached`, { cause });
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readTextBounded(file, SETTINGS_MAX_BYTES);
  } catch (cause) {
    if (isToolbaseError(cause) && cause.code === 'NOT_FOUND') return undefined;
    throw cause;
  }
}

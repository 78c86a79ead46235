import { editSettingsFile } from './edit-settings-file.ts';

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
  const edit = { keys: ['registryTokens', owner], value: token } as const;
  return (await editSettingsFile(settingsFile, edit, { ownerOnly: true })) !== 'unchanged';
}

import path from 'node:path';
import { ToolbaseError } from '../kernel/index.ts';
import type { MachineLayers } from './layer.ts';
import { type SecretSource, secretSource } from './secret-source.ts';

/** Where the tokens of registries are, by the address they belong to. Only the user's own file counts: a file that comes
 * with a project could name a server of its own and have any variable or file of the user sent there.
 * @throws ToolbaseError BAD_SETTINGS for a token in any other file, or in one that others may read */
export function registryTokens({ files, homeDir }: MachineLayers): Map<string, SecretSource> {
  const tokens = new Map<string, SecretSource>();
  for (const { name: layer, file, ownerOnly, settings } of files)
    for (const [owner, value] of Object.entries(settings.registryTokens)) {
      const what = `the token for ${owner}`;
      if (layer !== 'user')
        throw new ToolbaseError('BAD_SETTINGS', `${what} in ${file} counts only in the user's own settings`, {
          hint: 'Take it out of that file and put it under `registryTokens:` in your own settings file.',
        });
      const given = { origin: { layer, source: file }, value, baseDir: path.dirname(file), ownerOnly };
      tokens.set(owner, secretSource(given, what, homeDir));
    }
  return tokens;
}

import path from 'node:path';
import { ToolbaseError } from '../kernel/index.ts';
import type { MachineLayers } from './layer.ts';
import { type SecretSource, secretSource } from './secret-source.ts';
import type { Settings } from './settings.ts';
import { absolutePath } from './typed-value.ts';

/** What the user's own settings say of serving over HTTP. */
export interface ServingSettings {
  /** By the name of who holds the token. */
  readonly tokens: ReadonlyMap<string, SecretSource>;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly oauth: OauthSettings | undefined;
}

type Written = NonNullable<Settings['serve']['oauth']>;

interface OauthSettings extends Omit<Written, 'keys'> {
  /** File: absolute. */
  readonly keys: { readonly address: string } | { readonly file: string };
}

/** Only the user's own file counts: one that comes with a project could let its author in.
 * @throws ToolbaseError BAD_SETTINGS for `serve` in any other file, and for a token in a file that others may read */
export function configuredServing({ files, homeDir }: MachineLayers): ServingSettings {
  let found: ServingSettings = { tokens: new Map(), hosts: [], origins: [], oauth: undefined };
  for (const { name: layer, file, ownerOnly, settings } of files) {
    const { tokens, hosts, origins, oauth } = settings.serve;
    const isEmpty = Object.keys(tokens).length + hosts.length + origins.length === 0 && oauth === undefined;
    if (isEmpty) continue;
    if (layer !== 'user')
      throw new ToolbaseError('BAD_SETTINGS', `serve in ${file} counts only in the user's own settings`, {
        hint: 'Take it out of that file and put it into your own settings file.',
      });
    const given = { origin: { layer, source: file }, baseDir: path.dirname(file), ownerOnly };
    found = {
      tokens: new Map(
        Object.entries(tokens).map(([name, value]) => [
          name,
          secretSource({ ...given, value }, `the token ${name}`, homeDir),
        ]),
      ),
      hosts,
      origins,
      oauth: oauth === undefined ? undefined : { ...oauth, keys: keysOf(oauth, given, homeDir) },
    };
  }
  return found;
}

function keysOf(
  { keys }: Written,
  given: Omit<Parameters<typeof absolutePath>[0], 'value'>,
  homeDir: string | undefined,
): OauthSettings['keys'] {
  if ('address' in keys) return keys;
  return { file: absolutePath({ ...given, value: keys.file }, 'serve.oauth.keys.file', homeDir) };
}

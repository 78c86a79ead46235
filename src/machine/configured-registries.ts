import path from 'node:path';
import type { MachineLayers } from './layer.ts';
import { absolutePath } from './typed-value.ts';

/** An absolute directory, or what stands for a server that speaks npm's protocol. */
export type RegistrySource = { readonly directory: string } | { readonly npm: string };

/** The registries that the settings name, those of the strongest file first; a name that two files give is that of the
 * stronger one. @throws ToolbaseError BAD_SETTINGS */
export function configuredRegistries({ files, homeDir }: MachineLayers): Map<string, RegistrySource> {
  const registries = new Map<string, RegistrySource>();
  for (const { name: layer, file, settings } of files.toReversed())
    for (const [name, source] of Object.entries(settings.registries)) {
      if (registries.has(name)) continue;
      if ('npm' in source) {
        registries.set(name, source);
        continue;
      }
      const given = {
        origin: { layer, source: file },
        value: source.directory,
        baseDir: path.dirname(file),
        ownerOnly: false,
      };
      registries.set(name, { directory: absolutePath(given, `the registry ${name}`, homeDir) });
    }
  return registries;
}

/** Names of registries by scope; a scope that two files give is that of the stronger one. */
export const configuredScopes = ({ files }: MachineLayers): Map<string, string> =>
  new Map(files.flatMap(({ settings }) => Object.entries(settings.scopes)));

import path from 'node:path';
import type { MachineLayers } from './layer.ts';
import { absolutePath } from './typed-value.ts';

/** Directories of the registries that the settings name, those of the strongest file first; a name that two files give
 * is that of the stronger one. @throws ToolbaseError BAD_SETTINGS */
export function configuredRegistries({ files, homeDir }: MachineLayers): Map<string, string> {
  const registries = new Map<string, string>();
  for (const { name: layer, file, settings } of files.toReversed())
    for (const [name, { directory }] of Object.entries(settings.registries)) {
      if (registries.has(name)) continue;
      const given = {
        origin: { layer, source: file },
        value: directory,
        baseDir: path.dirname(file),
        ownerOnly: false,
      };
      registries.set(name, absolutePath(given, `the registry ${name}`, homeDir));
    }
  return registries;
}

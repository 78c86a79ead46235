import path from 'node:path';
import type { MachineLayers } from './layer.ts';
import { absolutePath } from './typed-value.ts';

/** The interpreters that the strongest settings file with any names for Python environments, in its order; undefined
 * when none does. @throws ToolbaseError BAD_SETTINGS */
export function configuredPythons({ files, homeDir }: MachineLayers): string[] | undefined {
  const layer = files.findLast(({ settings }) => settings.pythons !== undefined);
  return layer?.settings.pythons?.map((value) => {
    const origin = { layer: layer.name, source: layer.file };
    const given = { origin, value, baseDir: path.dirname(layer.file), ownerOnly: false };
    return absolutePath(given, 'an interpreter under pythons', homeDir);
  });
}

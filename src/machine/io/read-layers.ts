import type { MachineLayers } from '../layer.ts';
import { loadSettings } from './load-settings.ts';

/** All that this machine, project and command say of settings.
 * @param place.startDir absolute; where the search for the project's files begins: the folder of the lock
 * @throws ToolbaseError BAD_YAML, BAD_SETTINGS, FILE_TOO_LARGE */
export async function readMachineLayers(place: {
  readonly settingsFile: string;
  readonly startDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags?: MachineLayers['flags'];
}): Promise<MachineLayers> {
  return {
    files: await loadSettings(place),
    environment: place.environment,
    flags: place.flags ?? { settings: [], externals: [] },
    homeDir: place.environment['HOME'],
  };
}

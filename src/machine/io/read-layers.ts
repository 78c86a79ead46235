import type { MachineLayers } from '../layer.ts';
import { loadSettings, type SettingsPlace } from './load-settings.ts';

/** All that this machine, project and command say of settings.
 * @throws ToolbaseError BAD_YAML, BAD_SETTINGS, FILE_TOO_LARGE, NOT_FOUND */
export async function readMachineLayers(
  place: SettingsPlace & {
    readonly environment: MachineLayers['environment'];
    readonly flags?: MachineLayers['flags'] | undefined;
  },
): Promise<MachineLayers> {
  return {
    files: await loadSettings(place),
    environment: place.environment,
    flags: place.flags ?? { settings: [], externals: [] },
    homeDir: place.environment['HOME'],
  };
}

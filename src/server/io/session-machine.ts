import type { MachineValues } from '../../host/index.ts';
import type { MachineLayers } from '../../machine/index.ts';
import { machineValues, readMachineLayers } from '../../machine/io/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';

/** Where the machine settings of a session are. Absolute paths. */
export interface SettingsPlaces {
  /** The user's file. */
  readonly settingsFile: string;
  /** Folder from which the project's files are looked for, upward. */
  readonly startDir: string;
}

/** What this machine gives to a toolkit. The settings are read once, when the first host starts. */
export function sessionMachine(
  places: SettingsPlaces,
): (manifest: ToolkitManifest) => Promise<MachineValues> {
  let layers: Promise<MachineLayers> | undefined;
  return async (manifest) => {
    layers ??= readMachineLayers({ ...places, environment: process.env });
    return machineValues(manifest, await layers);
  };
}

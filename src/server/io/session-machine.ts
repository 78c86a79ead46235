import type { MachineValues } from '../../host/index.ts';
import type { MachineFlags } from '../../machine/index.ts';
import { machineValues, readMachineLayers } from '../../machine/io/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';

/** Where the machine settings of a session are. Absolute paths. */
export interface SettingsPlaces {
  /** The user's file. */
  readonly settingsFile: string;
  /** Folder from which the project's files are looked for, upward. */
  readonly startDir: string;
  /** Values given to this session alone. */
  readonly flags?: MachineFlags | undefined;
}

/** What this machine gives to a toolkit. The settings are read whenever a host starts, so that what was missing at one
 * call may be there at the next. */
export function sessionMachine(
  places: SettingsPlaces,
): (manifest: ToolkitManifest) => Promise<MachineValues> {
  return async (manifest) =>
    machineValues(manifest, await readMachineLayers({ ...places, environment: process.env }));
}

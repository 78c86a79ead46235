import path from 'node:path';
import { ToolbaseError } from '../kernel/index.ts';
import { configuredRegistries, type HomePaths, homePaths } from '../machine/index.ts';
import { readMachineLayers } from '../machine/io/index.ts';
import {
  type Registry,
  type RegistryPlace,
  registryOrder,
  type WritableRegistry,
} from '../registry/index.ts';
import { openDirectoryRegistry, openWritableDirectory } from '../registry/io/index.ts';
import { EMBEDDED_REGISTRY } from './program.ts';

/** Folders of the user that runs this process. @throws ToolbaseError NO_HOME */
export const ownPaths = (): HomePaths => homePaths(process.env);

/** Stands for a file in the folder one is in. */
export const HERE = 'here';

async function places(flags: readonly string[], near: string): Promise<RegistryPlace[]> {
  const { registry, settingsFile } = ownPaths();
  const layers = await readMachineLayers({
    settingsFile,
    startDir: path.dirname(path.resolve(near)),
    environment: process.env,
  });
  return registryOrder({
    flags,
    workingDir: process.cwd(),
    settings: configuredRegistries(layers),
    localDir: registry,
    embeddedDir: EMBEDDED_REGISTRY,
  });
}

/** The registries in the order in which toolkits are looked for.
 * @param flags values of `--registry`   @param near the loadout or lock: settings are looked for from its folder upward */
export const openRegistries = async (flags: readonly string[], near: string): Promise<Registry[]> =>
  (await places(flags, near)).map((place) => openDirectoryRegistry(place));

/** Where `publish` goes: the one named by the flag, else the user's own; made when missing.
 * @throws ToolbaseError USAGE for more than one */
export async function openPublishRegistry(flags: readonly string[]): Promise<WritableRegistry> {
  if (flags.length > 1)
    throw new ToolbaseError('USAGE', `publishing goes to one registry, and ${flags.length} are named`);
  const all = await places(flags, HERE);
  const place = flags.length === 1 ? all[0] : all.find(({ name }) => name === 'local');
  if (place === undefined) throw new Error('there is no registry to publish to');
  return openWritableDirectory({ ...place, mustExist: false });
}

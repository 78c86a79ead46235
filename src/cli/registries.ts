import { ToolbaseError } from '../kernel/index.ts';
import { type HomePaths, homePaths } from '../machine/index.ts';
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

function places(flags: readonly string[]): RegistryPlace[] {
  return registryOrder({
    flags,
    workingDir: process.cwd(),
    settings: new Map(),
    localDir: ownPaths().registry,
    embeddedDir: EMBEDDED_REGISTRY,
  });
}

/** The registries in the order in which toolkits are looked for. @param flags values of `--registry` */
export const openRegistries = (flags: readonly string[]): Registry[] =>
  places(flags).map((place) => openDirectoryRegistry(place));

/** Where `publish` goes: the one named by the flag, else the user's own; made when missing.
 * @throws ToolbaseError USAGE for more than one */
export function openPublishRegistry(flags: readonly string[]): WritableRegistry {
  const [place, ...others] = places(flags).filter(({ writable }) => writable);
  if (flags.length > 1 || place === undefined)
    throw new ToolbaseError('USAGE', `publishing goes to one registry, and ${others.length + 1} are named`);
  return openWritableDirectory({ ...place, mustExist: false });
}

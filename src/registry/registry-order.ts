import path from 'node:path';
import { KebabName, ToolbaseError } from '../kernel/index.ts';

export interface RegistryPlace {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  readonly writable: boolean;
  /** A missing directory is a fault; otherwise it is an empty registry. */
  readonly mustExist: boolean;
}

/** Names that settings may not give away: locks of everyone use them. */
const LOCAL = 'local';
const EMBEDDED = 'embedded';
const UNNAMED = 'directory';

/** The registries in the order in which toolkits are looked for: flags, then settings, each as written, then the
 * user's own, then the one that ships with the program.
 * @param choice.flags `name=directory` or `directory`, relative to `choice.workingDir`
 * @throws ToolbaseError USAGE for a flag, BAD_SETTINGS for a name that is taken */
export function registryOrder(choice: {
  readonly flags: readonly string[];
  readonly workingDir: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly localDir: string;
  readonly embeddedDir: string;
}): RegistryPlace[] {
  const flags = choice.flags.map((text) => flagPlace(text, choice.workingDir));
  const twice = flags.find((place, at) => flags.findIndex(({ name }) => name === place.name) < at);
  if (twice !== undefined)
    throw new ToolbaseError('USAGE', `two registries are called ${twice.name}`, {
      hint: 'Write --registry name=directory to tell them apart.',
    });
  const named = [...choice.settings].map(([name, directory]) => settingPlace(name, directory));
  const taken = new Set(flags.map(({ name }) => name));
  return [
    ...flags,
    ...named.filter(({ name }) => !taken.has(name)),
    { name: LOCAL, directory: choice.localDir, writable: true, mustExist: false },
    { name: EMBEDDED, directory: choice.embeddedDir, writable: false, mustExist: true },
  ];
}

function settingPlace(name: string, directory: string): RegistryPlace {
  if ([LOCAL, EMBEDDED].includes(name))
    throw new ToolbaseError('BAD_SETTINGS', `registries: the name ${name} is taken`, {
      hint: 'Give the registry another name.',
    });
  return { name, directory, writable: true, mustExist: true };
}

function flagPlace(text: string, workingDir: string): RegistryPlace {
  const [, name, directory] = /^(?:([a-z][a-z0-9-]*)=)?(.+)$/s.exec(text) ?? [];
  if (
    directory === undefined ||
    !KebabName.safeParse(name ?? UNNAMED).success ||
    name === EMBEDDED ||
    name === LOCAL
  )
    throw new ToolbaseError('USAGE', `--registry ${JSON.stringify(text)} is no registry`, {
      hint: 'Write a directory, or name=directory with a name other than local and embedded.',
    });
  return {
    name: name ?? UNNAMED,
    directory: path.resolve(workingDir, directory),
    writable: true,
    mustExist: true,
  };
}

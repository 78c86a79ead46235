import path from 'node:path';
import { KebabName, ToolbaseError } from '../kernel/index.ts';

/** A directory, or a server that speaks npm's protocol. */
export type RegistryPlace = DirectoryPlace | NpmPlace;

export interface NpmPlace {
  readonly name: string;
  /** Address, or a scope for which `.npmrc` has one. */
  readonly npm: string;
}

export interface DirectoryPlace {
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
const UNNAMED_SERVER = 'server';

/** The registries in the order in which toolkits are looked for: flags, then settings, each as written, then the
 * user's own, then the one that ships with the program.
 * @param choice.flags `name=place`, `place`, or the name of a registry of the settings; a place is an http or https
 * address, or a directory relative to `choice.workingDir`
 * @throws ToolbaseError USAGE for a flag, BAD_SETTINGS for a name that is taken */
export function registryOrder(choice: {
  readonly flags: readonly string[];
  readonly workingDir: string;
  readonly settings: ReadonlyMap<string, { readonly directory: string } | { readonly npm: string }>;
  readonly localDir: string;
  readonly embeddedDir: string;
}): RegistryPlace[] {
  const own: RegistryPlace[] = [
    { name: LOCAL, directory: choice.localDir, writable: true, mustExist: false },
    { name: EMBEDDED, directory: choice.embeddedDir, writable: false, mustExist: true },
  ];
  const flags = choice.flags.map((text) => {
    const builtIn = own.find(({ name }) => name === text);
    if (builtIn !== undefined) return builtIn;
    const known = choice.settings.get(text);
    return known === undefined ? flagPlace(text, choice.workingDir) : settingPlace(text, known);
  });
  const twice = flags.find((place, at) => flags.findIndex(({ name }) => name === place.name) < at);
  if (twice !== undefined)
    throw new ToolbaseError('USAGE', `two registries are called ${twice.name}`, {
      hint: 'Write --registry name=directory to tell them apart.',
    });
  const named = [...choice.settings].map(([name, source]) => settingPlace(name, source));
  const taken = new Set(flags.map(({ name }) => name));
  return [
    ...flags,
    ...named.filter(({ name }) => !taken.has(name)),
    ...own.filter(({ name }) => !taken.has(name)),
  ];
}

function settingPlace(name: string, source: { directory: string } | { npm: string }): RegistryPlace {
  if ([LOCAL, EMBEDDED].includes(name))
    throw new ToolbaseError('BAD_SETTINGS', `registries: the name ${name} is taken`, {
      hint: 'Give the registry another name.',
    });
  return 'npm' in source ? { name, ...source } : { name, ...source, writable: true, mustExist: true };
}

function flagPlace(text: string, workingDir: string): RegistryPlace {
  const [, given, place] = /^(?:([a-z][a-z0-9-]*)=)?(.+)$/s.exec(text) ?? [];
  if (
    place === undefined ||
    [EMBEDDED, LOCAL].includes(given ?? '') ||
    !KebabName.safeParse(given ?? UNNAMED).success
  )
    throw new ToolbaseError('USAGE', `--registry ${JSON.stringify(text)} is no registry`, {
      hint: 'Write a directory or an address, or name= before it, with a name other than local and embedded.',
    });
  if (/^https?:\/\//i.test(place)) return { name: given ?? UNNAMED_SERVER, npm: place };
  const directory = path.resolve(workingDir, place);
  return { name: given ?? UNNAMED, directory, writable: true, mustExist: true };
}

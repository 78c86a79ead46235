import { existsSync } from 'node:fs';
import path from 'node:path';
import { meantHint, ToolbaseError } from '../kernel/index.ts';
import {
  configuredRegistries,
  configuredScopes,
  configuredMinAgeMs,
  type HomePaths,
  homePaths,
  type MachineLayers,
  registryTokens,
  type SecretSource,
} from '../machine/index.ts';
import { readMachineLayers, readSecret } from '../machine/io/index.ts';
import {
  type Credential,
  credentialKey,
  type CredentialTable,
  type NpmPlace,
  type NpmRegistry,
  type Registry,
  type RegistryPlace,
  registryOrder,
  withinScopes,
  withSignatures,
  type WritableRegistry,
} from '../registry/index.ts';
import {
  openDirectoryRegistry,
  openNpmRegistry,
  openWritableDirectory,
  readNpmrc,
} from '../registry/io/index.ts';
import { EMBEDDED_REGISTRY } from './program.ts';
import { vouchersOf } from './signatures.ts';

/** Folders of the user that runs this process. @throws ToolbaseError NO_HOME */
export const ownPaths = (): HomePaths => homePaths(process.env);

/** Stands for a file in the folder one is in. */
export const HERE = 'here';

interface Network {
  /** Ask no server: only what was fetched before. */
  readonly offline?: boolean;
}

/** All that this machine says. @param near a file: settings are looked for from its folder upward */
export async function machineLayers(near: string): Promise<MachineLayers> {
  return readMachineLayers({
    settingsFile: ownPaths().settingsFile,
    startDir: path.dirname(path.resolve(near)),
    environment: process.env,
  });
}

/** Where the registries are, in the order in which they are asked. @param flags values of `--registry` */
export const placesOf = (flags: readonly string[], layers: MachineLayers): RegistryPlace[] =>
  registryOrder({
    flags,
    workingDir: process.cwd(),
    settings: configuredRegistries(layers),
    localDir: ownPaths().registry,
    embeddedDir: EMBEDDED_REGISTRY,
  });

/** The registries in the order in which toolkits are looked for.
 * @param flags values of `--registry`   @param near the loadout or lock: settings are looked for from its folder upward */
export const openRegistries = async (
  flags: readonly string[],
  near: string,
  network: Network = {},
): Promise<Registry[]> => registriesBy(await machineLayers(near), flags, network);

/** As openRegistries, by settings that were read already. */
export async function registriesBy(
  layers: MachineLayers,
  flags: readonly string[],
  { offline = false }: Network,
): Promise<Registry[]> {
  const places = placesOf(flags, layers);
  const registries = await Promise.all(
    places.map(async (place) =>
      'npm' in place ? openServer(place, layers, offline) : openDirectoryRegistry(place),
    ),
  );
  const named = new Set(places.slice(0, flags.length).map(({ name }) => name));
  const scoped = withinScopes<Registry>(registries, configuredScopes(layers), named);
  const check = vouchersOf(layers);
  return check === undefined ? scoped : withSignatures(scoped, check);
}

/** How old a version must be to be taken, by the settings; undefined when any may be. */
export async function requiredAge(near: string): Promise<{ minAgeMs: number; nowMs: number } | undefined> {
  const minAgeMs = configuredMinAgeMs(await machineLayers(near));
  return minAgeMs === 0 ? undefined : { minAgeMs, nowMs: Date.now() };
}

/** Where `publish` goes: the one named by the flag, else that of the toolkit's scope by the settings, else the user's own;
 * made when it is a directory and missing.
 * @param name of the toolkit   @throws ToolbaseError USAGE for more than one, and for a mistyped name */
export async function openPublishRegistry(
  flags: readonly string[],
  name: string | undefined,
): Promise<WritableRegistry> {
  if (flags.length > 1)
    throw new ToolbaseError('USAGE', `publishing goes to one registry, and ${flags.length} are named`);
  const layers = await machineLayers(HERE);
  const all = placesOf(flags, layers);
  const owner = configuredScopes(layers).get(name?.split('/')[0] ?? '') ?? 'local';
  const place = flags.length === 1 ? all[0] : all.find((each) => each.name === owner);
  if (place !== undefined && 'directory' in place && !place.writable)
    throw new ToolbaseError(
      'USAGE',
      `the registry ${place.name} ships with the program: nothing is published to it`,
    );
  if (place !== undefined && 'directory' in place) refuseMistyped(flags[0], place.directory, all);
  if (place === undefined) throw new Error('there is no registry to publish to');
  if ('npm' in place) return openServer(place, layers, false);
  return openWritableDirectory({ ...place, mustExist: false });
}

/** One bare word that is neither the name of a registry nor a folder: a new registry of that name is not what was meant. */
function refuseMistyped(flag: string | undefined, directory: string, all: readonly RegistryPlace[]): void {
  if (flag === undefined || !/^[a-z][a-z0-9-]*$/.test(flag) || existsSync(directory) || flag === 'local')
    return;
  if (all.slice(1).some(({ name }) => name === flag)) return;
  const names = all.slice(1).map(({ name }) => name);
  throw new ToolbaseError('USAGE', `there is no registry ${flag}, and no folder of that name`, {
    hint: `${meantHint(flag, names)} A new directory registry is written ./${flag}.`,
  });
}

/** @param more credentials that come before all others */
export async function openServer(
  place: NpmPlace,
  layers: MachineLayers,
  offline: boolean,
  more: CredentialTable = new Map(),
): Promise<NpmRegistry> {
  const { environment: env } = layers;
  const npmrc = await readNpmrc(env);
  const credentials = new Map([...npmrc.credentials, ...(await ownTokens(layers)), ...more]);
  const cacheDir = ownPaths().cache;
  return openNpmRegistry({
    name: place.name,
    address: place.npm,
    cacheDir,
    offline,
    npmrc,
    credentials,
    env,
  });
}

async function ownTokens(layers: MachineLayers): Promise<[string, Credential][]> {
  const tokens: [string, Credential][] = [];
  for (const [owner, source] of registryTokens(layers)) {
    const key = credentialKey(owner);
    if (key !== undefined) tokens.push([key, await tokenOf(source, owner, layers)]);
  }
  return tokens;
}

async function tokenOf(
  source: SecretSource,
  owner: string,
  { environment }: MachineLayers,
): Promise<Credential> {
  // A variable that is not set is a fault only of the registry that needs it.
  if (source.kind === 'env' && environment[source.variable] === undefined)
    return { kind: 'unset', variable: source.variable };
  return { kind: 'bearer', token: await readSecret(source, `the token for ${owner}`, environment) };
}

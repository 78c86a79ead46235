import { ToolbaseError } from '../kernel/index.ts';
import type { NpmPlace, NpmRegistry, RegistryPlace } from '../registry/index.ts';
import { HERE, machineLayers, openServer, placesOf } from './registries.ts';

/** The server that a command about accounts or published versions is for: the one named, else the only one of the
 * settings. Directories have no accounts, tags or deprecations.
 * @param named value of `--registry`   @param token goes before those that are stored
 * @throws ToolbaseError USAGE when it is not clear which, UNSUPPORTED for a directory */
export async function openOneServer(named: string | undefined, token?: string): Promise<NpmRegistry> {
  const layers = await machineLayers(HERE);
  const place = chosen(placesOf(named === undefined ? [] : [named], layers), named);
  const registry = await openServer(place, layers, false);
  if (token === undefined) return registry;
  const more = new Map([[registry.tokenOwner, { kind: 'bearer', token } as const]]);
  return openServer(place, layers, false, more);
}

function chosen(places: readonly RegistryPlace[], named: string | undefined): NpmPlace {
  const servers = places.filter((place) => 'npm' in place);
  const [first] = named === undefined ? servers : places;
  const own = places.find(({ name }) => name === 'local');
  if (first === undefined)
    throw new ToolbaseError('USAGE', 'the settings name no server', {
      hint: `Name one with --registry <address>, or under \`registries:\` in the settings.${byHand(own)}`,
    });
  if (named === undefined && servers.length > 1)
    throw new ToolbaseError(
      'USAGE',
      `which server? The settings name ${servers.map(({ name }) => name).join(', ')}`,
      {
        hint: 'Name one with --registry.',
      },
    );
  if ('npm' in first) return first;
  throw new ToolbaseError(
    'UNSUPPORTED',
    `the registry ${first.name} is a directory: only servers can do this`,
    {
      hint: `Who may do what in a directory is up to its permissions; a published version stays as it is.${byHand(first)}`,
    },
  );
}

/** Nobody but its owner takes toolkits from the own registry. */
const byHand = (place: RegistryPlace | undefined): string =>
  place !== undefined && 'directory' in place && place.name === 'local'
    ? ` Your own registry is the folder ${place.directory}: a toolkit that nobody has locked can be deleted there by hand, its folder as a whole.`
    : '';

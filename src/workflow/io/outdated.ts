import type { ToolkitName, Version } from '../../kernel/index.ts';
import type { Loadout } from '../../loadout/index.ts';
import { readLoadout } from '../../loadout/io/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { resolve } from '../../resolver/index.ts';
import { lockPathOf } from '../lock-path.ts';
import { type OutdatedToolkit, outdatedToolkits } from '../outdated.ts';
import {
  createShelf,
  failureOf,
  type LockCollaborators,
  requestsOf,
  rulesOf,
  type Shelf,
  withoutTrees,
} from './choose-versions.ts';

export interface OutdatedReport {
  readonly lockFile: string;
  readonly outdated: readonly OutdatedToolkit[];
}

/** Which toolkits of a loadout's lock are behind what is published; working trees are behind nothing. Changes nothing.
 * @throws ToolbaseError what readLoadout, readLock and findToolkit throw; NO_VERSION, UNSATISFIABLE, UNKNOWN_TOOLKIT when
 * nothing fits though every locked version counts, published or not */
export async function outdated(loadoutFile: string, around: LockCollaborators): Promise<OutdatedReport> {
  const lockFile = lockPathOf(loadoutFile);
  const loadout = withoutTrees(await readLoadout(loadoutFile));
  const lock = await readLock(lockFile);
  const shelf = createShelf({ loadout, before: lock }, around);
  const wanted = await wantedVersions(loadout, lock, shelf, around);
  await Promise.all((Object.keys(lock.toolkits) as ToolkitName[]).map(shelf.versionsOf));
  const found = {
    packuments: new Map([...shelf.found].map(([name, { packument }]) => [name, packument])),
    registries: around.registries.map(({ name }) => name),
  };
  return { lockFile, outdated: outdatedToolkits(lock, loadout, wanted, found) };
}

/** What an update would take. Where nothing fits for a locked version that is not published any more, the others are told
 * as if it were, and it is left out. */
async function wantedVersions(
  loadout: Loadout,
  lock: Lock,
  shelf: Shelf,
  { registries }: LockCollaborators,
): Promise<Map<ToolkitName, Version>> {
  const request = { loadout, before: lock, update: 'all' as const };
  const problem = { requests: requestsOf(loadout), rules: rulesOf(request) };
  const published = await resolve({ ...problem, versionsOf: shelf.versionsOf });
  if (published.kind === 'resolved') return new Map(published.versions);
  const gone = new Set<ToolkitName>();
  const eased = await resolve({
    ...problem,
    versionsOf: async (name) => {
      const known = await shelf.versionsOf(name);
      const locked = Object.hasOwn(lock.toolkits, name) ? lock.toolkits[name] : undefined;
      if (locked === undefined || Object.hasOwn(known?.versions ?? {}, locked.version)) return known;
      gone.add(name);
      const release = { toolkitDependencies: locked.dependencies };
      return {
        distTags: known?.distTags ?? {},
        versions: { ...known?.versions, [locked.version]: release },
      };
    },
  });
  if (eased.kind !== 'resolved') throw await failureOf(published, { before: lock, shelf }, registries);
  return new Map(
    [...eased.versions].filter(
      ([name, version]) => !gone.has(name) || lock.toolkits[name]?.version !== version,
    ),
  );
}

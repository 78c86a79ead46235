import type { ToolkitName } from '../../kernel/index.ts';
import { readLoadout } from '../../loadout/io/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { linkToolkits } from '../link-toolkits.ts';
import { lockPathOf } from '../lock-path.ts';
import { type OutdatedToolkit, outdatedToolkits } from '../outdated.ts';
import { chooseVersions, createShelf, type LockCollaborators, withoutTrees } from './choose-versions.ts';

export interface OutdatedReport {
  readonly lockFile: string;
  readonly outdated: readonly OutdatedToolkit[];
}

/** Which toolkits of a loadout's lock are behind what is published; working trees are behind nothing. Changes nothing.
 * @throws ToolbaseError what readLoadout, readLock and chooseVersions throw */
export async function outdated(loadoutFile: string, around: LockCollaborators): Promise<OutdatedReport> {
  const lockFile = lockPathOf(loadoutFile);
  const loadout = withoutTrees(await readLoadout(loadoutFile));
  const lock = await readLock(lockFile);
  const trees = await linkToolkits(loadout, around.packTree);
  const shelf = createShelf({ loadout, before: lock }, around, trees);
  const chosen = await chooseVersions({ loadout, before: lock, update: 'all' }, around, shelf);
  await Promise.all((Object.keys(lock.toolkits) as ToolkitName[]).map(shelf.versionsOf));
  const packuments = new Map([...shelf.found].map(([name, { packument }]) => [name, packument]));
  const wanted = new Map(
    chosen.filter(({ name }) => !trees.has(name)).map(({ name, version }) => [name, version]),
  );
  return { lockFile, outdated: outdatedToolkits(lock, loadout, wanted, packuments) };
}

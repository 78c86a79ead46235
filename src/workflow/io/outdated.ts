import type { ToolkitName } from '../../kernel/index.ts';
import { readLoadout } from '../../loadout/io/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { lockPathOf } from '../lock-path.ts';
import { type OutdatedToolkit, outdatedToolkits } from '../outdated.ts';
import { chooseVersions, createShelf, type LockCollaborators } from './choose-versions.ts';

export interface OutdatedReport {
  readonly lockFile: string;
  readonly outdated: readonly OutdatedToolkit[];
}

/** Which toolkits of a loadout's lock are behind what is published. Changes nothing.
 * @throws ToolbaseError what readLoadout, readLock and chooseVersions throw */
export async function outdated(loadoutFile: string, around: LockCollaborators): Promise<OutdatedReport> {
  const lockFile = lockPathOf(loadoutFile);
  const loadout = await readLoadout(loadoutFile);
  const lock = await readLock(lockFile);
  const shelf = createShelf({ loadout, before: lock }, around);
  const chosen = await chooseVersions({ loadout, before: lock, update: 'all' }, around, shelf);
  await Promise.all((Object.keys(lock.toolkits) as ToolkitName[]).map(shelf.versionsOf));
  const packuments = new Map([...shelf.found].map(([name, { packument }]) => [name, packument]));
  const wanted = new Map(chosen.map(({ name, version }) => [name, version]));
  return { lockFile, outdated: outdatedToolkits(lock, loadout, wanted, packuments) };
}

import { parseStrictYaml, parseWith, ToolbaseError } from '../kernel/index.ts';
import type { Loadout } from './loadout.ts';
import { LoadoutFile } from './loadout-file.ts';
import { completeLoadout, mergeLoadouts } from './merge-loadouts.ts';

/** Reads the text of a `loadout.yaml` as it is written. @param label names the source in messages
 * @throws ToolbaseError BAD_YAML, BAD_LOADOUT with the pointer of every fault */
export const decodeLoadoutFile = (text: string, label: string): LoadoutFile =>
  parseWith(LoadoutFile, parseStrictYaml(text, label), label, 'BAD_LOADOUT');

/** Reads the text of a loadout that stands alone. `readLoadout` reads one with the files that it extends.
 * @throws ToolbaseError BAD_YAML, BAD_LOADOUT, also for one that extends others */
export function decodeLoadout(text: string, label: string): Loadout {
  const file = decodeLoadoutFile(text, label);
  if (file.extends !== undefined)
    throw new ToolbaseError('BAD_LOADOUT', `${label} extends other loadouts, which are not at hand`);
  return completeLoadout(mergeLoadouts(file, [], label), label);
}

import semver from 'semver';
import { parseStrictYaml, parseWith, pointerOf, ToolbaseError } from '../kernel/index.ts';
import type { Loadout } from './loadout.ts';
import { LoadoutFile } from './loadout-file.ts';
import { completeLoadout, mergeLoadouts } from './merge-loadouts.ts';

/** Reads the text of a `loadout.yaml` as it is written. @param label names the source in messages
 * @throws ToolbaseError BAD_YAML, BAD_LOADOUT with the pointer of every fault */
export function decodeLoadoutFile(text: string, label: string): LoadoutFile {
  const file = parseWith(LoadoutFile, parseStrictYaml(text, label), label, 'BAD_LOADOUT');
  const ranges = [
    ...Object.entries(file.toolkits ?? {}).map(([name, { version }]) => ['toolkits', name, version] as const),
    ...Object.entries(file.overrides ?? {}).map(([name, range]) => ['overrides', name, range] as const),
  ];
  const bad = ranges.find(([, , range]) => range !== undefined && !isRangeOrTag(range));
  if (bad === undefined) return file;
  throw new ToolbaseError(
    'BAD_LOADOUT',
    `${label}: ${pointerOf([bad[0], bad[1]])}: ${JSON.stringify(bad[2])} is neither a version range nor a tag`,
    { hint: 'Ranges are written as npm writes them: ^1.2, ~1.2.3, >=1 <3, 1.x, 1 || 2.' },
  );
}

/** Of a tag, only its registry knows whether it is there. */
const isRangeOrTag = (text: string): boolean =>
  semver.validRange(text) !== null || /^[A-Za-z][A-Za-z0-9._-]*$/.test(text);

/** Reads the text of a loadout that stands alone. `readLoadout` reads one with the files that it extends.
 * @throws ToolbaseError BAD_YAML, BAD_LOADOUT, also for one that extends others */
export function decodeLoadout(text: string, label: string): Loadout {
  const file = decodeLoadoutFile(text, label);
  if (file.extends !== undefined)
    throw new ToolbaseError('BAD_LOADOUT', `${label} extends other loadouts, which are not at hand`);
  return completeLoadout(mergeLoadouts(file, [], label), label);
}

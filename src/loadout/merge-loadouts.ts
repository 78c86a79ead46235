import path from 'node:path';
import { type Json, meantHint, parseWith, ToolbaseError, type ToolkitName } from '../kernel/index.ts';
import { Loadout } from './loadout.ts';
import type { LoadoutFile } from './loadout-file.ts';

/** What a loadout says together with what it extends; a toolkit may still lack its version. */
export type MergedLoadout = Omit<LoadoutFile, 'extends' | 'exclude'>;

/** Keys that say how to merge. */
const OWN_KEYS = ['extends', 'exclude'];

/** A loadout over those that it extends, which are merged already. Maps are merged key by key; anything else replaces
 * what is below it. What is excluded is taken away first, so that the loadout may name it again from nothing.
 * @param below in the order of `extends`: later ones count before earlier ones @param label names the loadout in messages
 * @throws ToolbaseError BAD_LOADOUT when something is excluded that is not there */
export function mergeLoadouts(
  file: LoadoutFile,
  below: readonly MergedLoadout[],
  label: string,
): MergedLoadout {
  const own = Object.fromEntries(Object.entries(file).filter(([key]) => !OWN_KEYS.includes(key)));
  const inherited = below.reduce<Json | undefined>((sum, next) => merged(sum, next), undefined);
  return merged(without(inherited, file.exclude ?? [], label), own) as MergedLoadout;
}

/** @throws ToolbaseError BAD_LOADOUT when a toolkit has neither version nor path, or there are no toolkits */
export const completeLoadout = (loadout: MergedLoadout, label: string): Loadout =>
  parseWith(Loadout, mapRequests(loadout, anyVersionOfTree), label, 'BAD_LOADOUT');

type Request = NonNullable<MergedLoadout['toolkits']>[ToolkitName];

const anyVersionOfTree = (request: Request): Request =>
  request.path === undefined ? request : { version: '*', ...request };

/** A loadout whose working trees are named from another folder. @param folder of the loadout, from there */
export const seenFrom = (folder: string, loadout: LoadoutFile): LoadoutFile =>
  mapRequests(loadout, (request) =>
    request.path === undefined ? request : { ...request, path: path.posix.join(folder, request.path) },
  );

const mapRequests = <T extends Pick<LoadoutFile, 'toolkits'>>(
  loadout: T,
  change: (request: Request) => Request,
): T =>
  loadout.toolkits === undefined
    ? loadout
    : {
        ...loadout,
        toolkits: Object.fromEntries(
          Object.entries(loadout.toolkits).map(([name, request]) => [name, change(request)]),
        ),
      };

function without(inherited: Json | undefined, excluded: readonly string[], label: string): Json | undefined {
  const toolkits = isMap(inherited) && isMap(inherited['toolkits']) ? inherited['toolkits'] : {};
  const known = Object.keys(toolkits);
  const unknown = excluded.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ToolbaseError(
      'BAD_LOADOUT',
      `${label}: /exclude: ${unknown} is not in what the loadout extends`,
      { hint: meantHint(unknown, known) },
    );
  if (!isMap(inherited)) return inherited;
  const kept = Object.entries(toolkits).filter(([name]) => !excluded.includes(name));
  return { ...inherited, toolkits: Object.fromEntries(kept) };
}

function merged(below: Json | undefined, above: Json | undefined): Json | undefined {
  if (above === undefined) return below;
  if (!isMap(below) || !isMap(above)) return above;
  const keys = new Set([...Object.keys(below), ...Object.keys(above)]);
  const own = (map: JsonMap, key: string): Json | undefined =>
    Object.hasOwn(map, key) ? map[key] : undefined;
  return Object.fromEntries([...keys].map((key) => [key, merged(own(below, key), own(above, key))]));
}

type JsonMap = { readonly [key: string]: Json | undefined };

const isMap = (value: Json | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

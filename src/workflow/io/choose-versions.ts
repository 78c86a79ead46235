import { isToolbaseError, ordinalCompare, type ToolkitName, type Version } from '../../kernel/index.ts';
import type { Loadout } from '../../loadout/index.ts';
import type { Lock, LockedToolkit } from '../../lockfile/index.ts';
import { findToolkit, type FoundToolkit, notFoundWords, type Registry } from '../../registry/index.ts';
import { type Resolution, resolve, type Rules, type ToolkitVersions } from '../../resolver/index.ts';
import { type LinkedTrees, type PackTree, TREE_TAG } from '../link-toolkits.ts';
import { oldEnough, type ReleaseAge } from '../release-age.ts';
import type { Chosen } from '../chosen.ts';
import { unresolved } from '../unresolved.ts';
import type { OnEvent } from '../workflow-event.ts';

const PACKUMENTS_AT_ONCE = 16;

/** Which locked versions may move though they still fit: none, all, or those of these toolkits. */
export type Moving = 'none' | 'all' | readonly ToolkitName[];

export interface VersionRequest {
  readonly loadout: Loadout;
  /** The lock there is. */
  readonly before: Lock | undefined;
  readonly update: Moving;
  readonly prefer?: Rules['prefer'] | undefined;
  /** Toolkits to take with other bytes than the locked ones, when their locked version was published again. */
  readonly accepted?: readonly ToolkitName[] | undefined;
}

export interface LockCollaborators {
  /** In the order in which toolkits are looked for. */
  readonly registries: readonly Registry[];
  /** How old a version must be to be taken; any by default. */
  readonly age?: ReleaseAge | undefined;
  /** Packs the working tree at a path from the loadout's folder. Without it, no loadout may link one. */
  readonly packTree?: PackTree | undefined;
  readonly onEvent?: OnEvent | undefined;
}

/** One version of each toolkit that a loadout needs, sorted by name. Fetches no tarball.
 * @throws ToolbaseError what findToolkit throws; UNKNOWN_TOOLKIT, NO_VERSION, UNSATISFIABLE */
export async function chooseVersions(
  request: VersionRequest,
  around: LockCollaborators,
  shelf: Shelf = createShelf(request, around),
): Promise<Chosen[]> {
  const resolution = await resolve({
    requests: requestsOf(request.loadout),
    rules: rulesOf(request),
    versionsOf: shelf.versionsOf,
  });
  if (resolution.kind !== 'resolved')
    throw await failureOf(resolution, { before: request.before, shelf }, around.registries);
  around.onEvent?.({ kind: 'resolved', toolkits: resolution.versions.size });
  return [...resolution.versions].map(([name, version]) => {
    const toolkit = shelf.found.get(name);
    if (toolkit === undefined) throw new Error(`${name} was chosen but never looked up`);
    return { ...toolkit, name, version };
  });
}

/** What a loadout asks for itself. */
export const requestsOf = (loadout: Loadout) =>
  Object.entries(loadout.toolkits).map(([name, { version, path }]) => ({
    name: name as ToolkitName,
    range: path !== undefined && version === '*' ? TREE_TAG : version,
  }));

/** What a loadout takes from registries: without the working trees that it links. */
export const withoutTrees = (loadout: Loadout): Loadout => ({
  ...loadout,
  toolkits: Object.fromEntries(Object.entries(loadout.toolkits).filter(([, { path }]) => path === undefined)),
});

export const rulesOf = ({ loadout, before, update, prefer }: VersionRequest): Rules => ({
  kept: keptVersions(before, update),
  overrides: new Map(Object.entries(loadout.overrides ?? {}) as [ToolkitName, string][]),
  prefer: prefer ?? 'highest',
});

export interface Shelf {
  /** All that was looked up. */
  readonly found: ReadonlyMap<ToolkitName, FoundToolkit>;
  /** What was looked for in vain. */
  readonly missing: ReadonlySet<ToolkitName>;
  /** That nothing was found of it, and where. */
  readonly notFound: (name: ToolkitName) => string;
  readonly versionsOf: (name: ToolkitName) => Promise<ToolkitVersions | undefined>;
}

/** Looks up toolkits, each where the loadout says, and remembers what was found.
 * @param trees the linked ones, which are looked for nowhere */
export function createShelf(
  { loadout, before }: Pick<VersionRequest, 'loadout' | 'before'>,
  { registries, age }: LockCollaborators,
  trees: LinkedTrees = new Map(),
): Shelf {
  const found = new Map<ToolkitName, FoundToolkit>();
  const missing = new Set<ToolkitName>();
  const locked = new Map(lockedVersions(before));
  const onlyIn = (name: ToolkitName): string | undefined =>
    Object.hasOwn(loadout.toolkits, name) ? loadout.toolkits[name]?.registry : undefined;
  const lookUp = async (name: ToolkitName): Promise<FoundToolkit | undefined> => {
    const toolkit =
      found.get(name) ?? trees.get(name)?.found ?? (await findToolkit(registries, name, onlyIn(name)));
    if (toolkit === undefined) missing.add(name);
    else found.set(name, toolkit);
    return toolkit;
  };
  const limited = atMost(PACKUMENTS_AT_ONCE, lookUp);
  return {
    found,
    missing,
    notFound: (name) => notFoundWords(name, registries, onlyIn(name)),
    versionsOf: async (name) => {
      const toolkit = await limited(name);
      return toolkit && oldEnough(toolkit.packument, age, locked.get(name));
    },
  };
}

/** The error of a resolution that failed. */
export async function failureOf(
  failure: Exclude<Resolution, { kind: 'resolved' }>,
  { before, shelf }: { readonly before: Lock | undefined; readonly shelf: Shelf },
  registries: readonly Registry[],
) {
  const names = failure.kind === 'unknown-toolkit' ? await allNames(registries) : [];
  return unresolved(failure, {
    known: names,
    locked: new Map(Object.entries(before?.toolkits ?? {}) as [ToolkitName, LockedToolkit][]),
    found: shelf.found,
    missing: shelf.missing,
    notFound: shelf.notFound,
    registries: registries.map(({ name }) => name),
  });
}

const lockedVersions = (before: Lock | undefined): [ToolkitName, Version][] =>
  Object.entries(before?.toolkits ?? {}).map(([name, { version }]) => [name as ToolkitName, version]);

function keptVersions(before: Lock | undefined, update: Moving): ReadonlyMap<ToolkitName, Version> {
  if (update === 'all') return new Map();
  const moving = new Set<string>(update === 'none' ? [] : update);
  return new Map(lockedVersions(before).filter(([name]) => !moving.has(name)));
}

async function allNames(registries: readonly Registry[]): Promise<string[]> {
  const names = await Promise.all(
    registries.map((registry) =>
      registry.names().catch((cause: unknown) => {
        if (isToolbaseError(cause)) return [];
        throw cause;
      }),
    ),
  );
  return [...new Set<string>(names.flat())].sort(ordinalCompare);
}

/** The same function, with at most `limit` calls under way: a registry is not asked for a thousand things at once. */
function atMost<T, R>(limit: number, act: (item: T) => Promise<R>): (item: T) => Promise<R> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (item) => {
    while (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await act(item);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

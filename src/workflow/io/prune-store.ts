import type { Digest } from '../../kernel/index.ts';
import { readInstalledManifest } from '../../host/io/index.ts';
import { type Lock, toolkitsOf } from '../../lockfile/index.ts';
import { type StoredEnvironment, type ToolkitEnvironment, toolkitEnvironments } from '../../store/index.ts';
import { type Environments, folderSize, type Store } from '../../store/io/index.ts';
import { nameIn } from './list-store.ts';

/** A toolkit that goes. */
export interface PrunedToolkit {
  /** As its manifest says; null when that cannot be read. */
  readonly name: string | null;
  readonly version: string | null;
  readonly treeDigest: Digest;
  readonly sizeBytes: number;
}

export type PrunedEnvironment = Pick<StoredEnvironment, 'key' | 'kind' | 'interpreter'> & {
  readonly sizeBytes: number;
};

export interface PruneReport {
  readonly dryRun: boolean;
  readonly toolkits: readonly PrunedToolkit[];
  readonly environments: readonly PrunedEnvironment[];
  /** Paths of what killed processes had left. */
  readonly leftovers: readonly string[];
  readonly keptToolkits: number;
  readonly keptEnvironments: number;
  /** Of all that goes but the leftovers. */
  readonly sizeBytes: number;
}

export interface PruneOptions {
  /** Locks whose toolkits stay, whenever they were used. */
  readonly locks: readonly Lock[];
  /** A lock that was not installed, served or called for so long needs nothing any more. */
  readonly unusedForMs: number;
  readonly nowMs: number;
  readonly dryRun: boolean;
}

/** Removes from the store what neither the given locks nor those used of late need: toolkits, environments, and what
 * killed processes left. A lock that is installed meanwhile keeps its toolkits.
 * @throws ToolbaseError NOT_WRITABLE; BAD_MANIFEST, BAD_JSON when it cannot be told what a kept toolkit needs: then nothing was removed */
export async function pruneStore(
  { store, environments }: { store: Store; environments: Pick<Environments, 'list' | 'removeUnused'> },
  options: PruneOptions,
): Promise<PruneReport> {
  const { dryRun, nowMs } = options;
  const present = await store.list();
  const needed = await neededTrees(store, options);
  const kept = present.filter((digest) => needed.has(digest));
  const inUse: ToolkitEnvironment[] = [];
  for (const digest of kept) {
    const folder = store.pathOf(digest);
    const manifest = await readInstalledManifest(folder);
    for (const [, each] of toolkitEnvironments(manifest.name, manifest.environments, folder))
      inUse.push(each);
  }
  const sizes = new Map<string, number>();
  for (const { key, folder } of await environments.list()) sizes.set(key, await folderSize(folder));
  const removed = await environments.removeUnused(inUse, { dryRun });
  const toolkits = await removeTrees(
    store,
    present.filter((digest) => !needed.has(digest)),
    options,
  );
  await store.forgetUses(nowMs - options.unusedForMs, dryRun);
  const gone = removed.map(({ key, kind, interpreter }) => ({
    ...{ key, kind, interpreter },
    sizeBytes: sizes.get(key) ?? 0,
  }));
  return {
    dryRun,
    toolkits,
    environments: gone,
    leftovers: await store.clean(nowMs, dryRun),
    keptToolkits: present.length - toolkits.length,
    keptEnvironments: sizes.size - gone.length,
    sizeBytes: [...toolkits, ...gone].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

async function removeTrees(
  store: Store,
  digests: readonly Digest[],
  options: PruneOptions,
): Promise<PrunedToolkit[]> {
  const removed: PrunedToolkit[] = [];
  for (const treeDigest of digests) {
    const folder = store.pathOf(treeDigest);
    const described = { ...(await nameIn(folder)), treeDigest, sizeBytes: await folderSize(folder) };
    // An install may have begun since, which notes its lock before it looks at the store.
    if ((await neededTrees(store, options)).has(treeDigest)) continue;
    if (!options.dryRun) await store.remove(treeDigest);
    removed.push(described);
  }
  return removed;
}

async function neededTrees(
  store: Pick<Store, 'uses'>,
  { locks, unusedForMs, nowMs }: PruneOptions,
): Promise<Set<Digest>> {
  const given = locks.flatMap((lock) => Object.values(toolkitsOf(lock)).map(({ treeDigest }) => treeDigest));
  const noted = (await store.uses()).filter(({ usedAtMs }) => nowMs - usedAtMs <= unusedForMs);
  return new Set([
    ...given,
    ...noted.flatMap(({ use }) => use?.toolkits.map(({ treeDigest }) => treeDigest) ?? []),
  ]);
}

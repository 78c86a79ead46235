import { isToolbaseError, ToolbaseError, type ToolkitName } from '../kernel/index.ts';
import type { Loadout } from '../loadout/index.ts';
import type { LinkedSource } from '../lockfile/index.ts';
import type { FoundToolkit, Registry } from '../registry/index.ts';
import { openToolkit } from './open-toolkit.ts';

/** Packs a working tree. @param path from the folder of the loadout or lock   @returns the tarball */
export type PackTree = (path: string) => Promise<Uint8Array>;

/** Toolkits of working trees, by name: what a lock needs to know of each, and its one version to choose from. */
export type LinkedTrees = ReadonlyMap<ToolkitName, { source: LinkedSource; found: FoundToolkit }>;

/** The toolkits that a loadout takes from working trees, as they pack now.
 * @throws ToolbaseError LOCK_LINKED when no tree can be packed here; BAD_LOADOUT when a tree is of another toolkit; and
 * what packing throws */
export async function linkToolkits(loadout: Loadout, packTree: PackTree | undefined): Promise<LinkedTrees> {
  const trees = new Map<ToolkitName, { source: LinkedSource; found: FoundToolkit }>();
  for (const [key, { path }] of Object.entries(loadout.toolkits))
    if (path !== undefined) {
      const name = key as ToolkitName;
      if (packTree === undefined)
        throw new ToolbaseError('LOCK_LINKED', `${name} is linked from ${path}, which is not packed here`);
      trees.set(name, linkedTree(name, path, await packLinked(packTree, name, path)));
    }
  return trees;
}

/** Packs the tree that a toolkit is linked from; what is wrong with it is told of that toolkit.
 * @throws ToolbaseError what packing throws */
export async function packLinked(packTree: PackTree, name: ToolkitName, path: string): Promise<Uint8Array> {
  try {
    return await packTree(path);
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    const { code, message, hint } = cause.report();
    throw new ToolbaseError(code, `${name}, linked from ${path}: ${message}`, {
      ...(hint === undefined ? {} : { hint }),
      cause,
    });
  }
}

function linkedTree(name: ToolkitName, path: string, tarball: Uint8Array) {
  const { manifest, integrity, treeDigest } = openToolkit(tarball, path);
  if (manifest.name !== name)
    throw new ToolbaseError('BAD_LOADOUT', `${path} holds the toolkit ${manifest.name}, not ${name}`);
  const { version, toolkitDependencies } = manifest;
  return {
    source: { path, manifest, treeDigest },
    found: {
      registry: WORKING_TREE,
      packument: {
        formatVersion: 1 as const,
        name,
        // A tag takes its version as it is; no range takes a pre-release but its own.
        distTags: { [TREE_TAG]: version },
        versions: { [version]: { integrity, toolkitDependencies } },
      },
    },
  };
}

/** The one version of a working tree, whatever its number. */
export const TREE_TAG = 'tree';

export const isWorkingTree = (registry: Registry): boolean => registry === WORKING_TREE;

/** Stands where a toolkit was found; nothing is looked for in it. */
const WORKING_TREE: Registry = {
  name: 'working-tree',
  packument: () => Promise.resolve(undefined),
  tarball: () => Promise.reject(new Error('a working tree is packed, not fetched')),
  names: () => Promise.resolve([]),
  search: () => Promise.resolve([]),
};

import { rcompare } from 'semver';
import { forEachLimited, isToolbaseError } from '../../kernel/index.ts';
import { readInstalledManifest } from '../../host/io/index.ts';
import { type Lock, toolkitsOf } from '../../lockfile/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { Store } from '../../store/io/index.ts';

const TOOLKITS_AT_ONCE = 8;

type Trees = Pick<Store, 'pathOf' | 'has' | 'list'>;

/** The manifests of the toolkits of a lock, by name; undefined for one that is not installed. Files are not hashed.
 * @throws ToolbaseError BAD_JSON, BAD_MANIFEST */
export async function manifestsOf(
  lock: Lock,
  store: Pick<Store, 'pathOf' | 'has'>,
): Promise<Map<string, ToolkitManifest | undefined>> {
  const found = new Map<string, ToolkitManifest | undefined>();
  await forEachLimited(Object.entries(toolkitsOf(lock)), TOOLKITS_AT_ONCE, async ([name, { treeDigest }]) => {
    const there = await store.has(treeDigest);
    found.set(name, there ? await readInstalledManifest(store.pathOf(treeDigest)) : undefined);
  });
  return found;
}

/** The manifests of the newest version of every toolkit that is installed, by name. What cannot be read is passed over:
 * `store verify` tells of it. */
export async function newestInstalled(store: Trees): Promise<Map<string, ToolkitManifest>> {
  const newest = new Map<string, ToolkitManifest>();
  await forEachLimited(await store.list(), TOOLKITS_AT_ONCE, async (digest) => {
    const manifest = await readable(store.pathOf(digest));
    if (manifest === undefined) return;
    const other = newest.get(manifest.name);
    if (other === undefined || rcompare(other.version, manifest.version) > 0)
      newest.set(manifest.name, manifest);
  });
  return newest;
}

async function readable(folder: string): Promise<ToolkitManifest | undefined> {
  try {
    return await readInstalledManifest(folder);
  } catch (cause) {
    if (isToolbaseError(cause)) return undefined;
    throw cause;
  }
}

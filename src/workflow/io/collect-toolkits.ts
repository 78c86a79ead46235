import {
  forEachLimited,
  integrityOf,
  isToolbaseError,
  type Json,
  ordinalCompare,
  type ToolkitName,
} from '../../kernel/index.ts';
import type { Lock, LockedToolkit } from '../../lockfile/index.ts';
import type { Registry } from '../../registry/index.ts';
import { buildTarball } from '../../store/index.ts';
import { readTree, type Store } from '../../store/io/index.ts';
import { agreeWithLock } from '../agree-with-lock.ts';
import { archivedToolkit, type ArchivedToolkit } from '../archive/index.ts';
import { fetchLocked } from '../fetch-locked.ts';

const TOOLKITS_AT_ONCE = 4;

/** Every toolkit of a lock with the tarball that was locked, in order of name: put together again from the store, since
 * packing gives equal bytes for equal files, else from a registry.
 * @throws ToolbaseError NOT_FOUND, INTEGRITY_MISMATCH, REGISTRY_UNAVAILABLE, LOCK_DAMAGED, BAD_ARCHIVE, BAD_MANIFEST */
export async function collectToolkits(
  lock: Lock,
  around: { readonly store: Pick<Store, 'pathOf'>; readonly registries: readonly Registry[] },
  options: { readonly signatures: boolean },
): Promise<ArchivedToolkit[]> {
  const found: ArchivedToolkit[] = [];
  await forEachLimited(Object.entries(lock.toolkits), TOOLKITS_AT_ONCE, async ([key, locked]) => {
    const name = key as ToolkitName;
    const tarball =
      (await fromStore(locked, around.store)) ??
      (await fetchLocked({ name, ...locked }, around.registries)).tarball;
    const signatures = options.signatures ? await signaturesOf(name, locked, around.registries) : [];
    const toolkit = archivedToolkit(tarball, `${name} ${locked.version}`, signatures);
    agreeWithLock(lock, toolkit.manifest);
    found.push(toolkit);
  });
  return found.sort((a, b) => ordinalCompare(a.manifest.name, b.manifest.name));
}

/** Those of the registry that the lock names: signatures of other bytes would get the whole archive refused. */
const signaturesOf = async (
  name: ToolkitName,
  { version, registry }: LockedToolkit,
  registries: readonly Registry[],
): Promise<readonly Json[]> =>
  (await registries.find((each) => each.name === registry)?.signatures?.(name, version)) ?? [];

/** Undefined when it is not installed, was changed, or was packed by another program. */
async function fromStore(
  { treeDigest, integrity }: LockedToolkit,
  store: Pick<Store, 'pathOf'>,
): Promise<Uint8Array | undefined> {
  try {
    const tarball = buildTarball(await readTree(store.pathOf(treeDigest), treeDigest));
    return integrityOf(tarball) === integrity ? tarball : undefined;
  } catch (cause) {
    if (isToolbaseError(cause) && ['NOT_INSTALLED', 'STORE_CHANGED'].includes(cause.code)) return undefined;
    throw cause;
  }
}

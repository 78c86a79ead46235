import {
  type Digest,
  type ErrorReport,
  forEachLimited,
  isToolbaseError,
  ordinalCompare,
} from '../../kernel/index.ts';
import { readInstalledManifest } from '../../host/io/index.ts';
import type { StoredEnvironment } from '../../store/index.ts';
import { type Environments, folderSize, type Store } from '../../store/io/index.ts';

const TREES_AT_ONCE = 4;

/** A toolkit that is in the store. */
export interface StoredToolkit {
  /** As its manifest says; null when that cannot be read. */
  readonly name: string | null;
  readonly version: string | null;
  readonly treeDigest: Digest;
  readonly path: string;
  readonly sizeBytes: number;
  /** When a lock that needs it was last installed, served or called; null when none is known. */
  readonly usedAt: string | null;
}

export interface StoreListing {
  readonly store: string;
  readonly toolkits: readonly StoredToolkit[];
  readonly environments: readonly (StoredEnvironment & { readonly sizeBytes: number })[];
}

/** All that is in a store, by name and version, with sizes. Hashes nothing. */
export async function listStore(
  storeDir: string,
  store: Pick<Store, 'list' | 'pathOf' | 'uses'>,
  environments: Pick<Environments, 'list'>,
): Promise<StoreListing> {
  const used = new Map<Digest, number>();
  for (const { use, usedAtMs } of await store.uses())
    for (const { treeDigest } of use?.toolkits ?? [])
      used.set(treeDigest, Math.max(usedAtMs, used.get(treeDigest) ?? 0));
  const toolkits: StoredToolkit[] = [];
  await forEachLimited(await store.list(), TREES_AT_ONCE, async (treeDigest) => {
    const path = store.pathOf(treeDigest);
    const usedAtMs = used.get(treeDigest);
    const usedAt = usedAtMs === undefined ? null : new Date(usedAtMs).toISOString();
    toolkits.push({ ...(await nameIn(path)), treeDigest, path, sizeBytes: await folderSize(path), usedAt });
  });
  const sized = [];
  for (const each of await environments.list())
    sized.push({ ...each, sizeBytes: await folderSize(each.folder) });
  return { store: storeDir, toolkits: toolkits.sort(inOrder), environments: sized };
}

const inOrder = (a: StoredToolkit, b: StoredToolkit): number =>
  ordinalCompare(a.name ?? '', b.name ?? '') ||
  ordinalCompare(a.version ?? '', b.version ?? '') ||
  ordinalCompare(a.treeDigest, b.treeDigest);

/** What the manifest among installed files says; nulls when it cannot be read. */
export async function nameIn(folder: string): Promise<{ name: string | null; version: string | null }> {
  try {
    const { name, version } = await readInstalledManifest(folder);
    return { name, version };
  } catch (cause) {
    if (isToolbaseError(cause)) return { name: null, version: null };
    throw cause;
  }
}

/** One thing in the store, hashed again. */
export interface CheckedEntry {
  readonly kind: 'toolkit' | 'environment';
  /** Name and version, or the digest where they cannot be read. */
  readonly what: string;
  readonly problem?: ErrorReport;
}

/** Hashes everything in the store again, environments included. Changes nothing. */
export async function verifyStore(
  store: Pick<Store, 'list' | 'pathOf' | 'verify'>,
  environments: Pick<Environments, 'list' | 'verifyStored'>,
): Promise<CheckedEntry[]> {
  const checked: CheckedEntry[] = [];
  await forEachLimited(await store.list(), TREES_AT_ONCE, async (digest) => {
    const { name, version } = await nameIn(store.pathOf(digest));
    const what = name === null ? digest : `${name} ${version ?? ''}`;
    checked.push({ kind: 'toolkit', what, ...(await problemOf(() => store.verify(digest))) });
  });
  checked.sort((a, b) => ordinalCompare(a.what, b.what));
  for (const { key, kind, interpreter } of await environments.list()) {
    const what = `${kind} ${interpreter.version} ${key.slice(0, 16)}`;
    checked.push({ kind: 'environment', what, ...(await problemOf(() => environments.verifyStored(key))) });
  }
  return checked;
}

async function problemOf(check: () => Promise<void>): Promise<{ problem?: ErrorReport }> {
  try {
    await check();
    return {};
  } catch (cause) {
    if (isToolbaseError(cause)) return { problem: cause.report() };
    throw cause;
  }
}

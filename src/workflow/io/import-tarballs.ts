import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type Digest,
  isAbsent,
  isSystemError,
  type Json,
  ordinalCompare,
  ToolbaseError,
  type ToolkitName,
  type Version,
} from '../../kernel/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import { type CheckSignatures, TARBALL_MAX_BYTES } from '../../registry/index.ts';
import type { Store } from '../../store/io/index.ts';
import { type OpenedToolkit, openToolkit } from '../open-toolkit.ts';
import { PACKED_TOOLKIT, readArchiveFile } from './read-archive-file.ts';
import { readBundles } from './read-bundles.ts';

/** A toolkit that was taken from a tarball. */
export interface ImportedToolkit {
  readonly file: string;
  readonly name: ToolkitName;
  readonly version: Version;
  readonly treeDigest: Digest;
  readonly outcome: 'added' | 'present';
}

/** Puts packed toolkits into the store: tarballs, or all `.tgz` files of folders. Each is opened and checked as one from
 * a registry would be; when one is refused nothing is put.
 * @param lock only what it names, by integrity, gets in   @param checkSignatures looks at the sigstore bundles in
 * `<tarball>.sigstore.json`, where somebody is trusted
 * @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE, BAD_ARCHIVE, BAD_MANIFEST, INTEGRITY_MISMATCH, BAD_SIGNATURE, NOT_WRITABLE */
export async function importTarballs(
  places: readonly string[],
  store: Pick<Store, 'put'>,
  lock: Lock | undefined,
  checkSignatures?: CheckSignatures,
): Promise<ImportedToolkit[]> {
  const opened: { file: string; toolkit: OpenedToolkit }[] = [];
  for (const file of (await Promise.all(places.map(tarballsAt))).flat()) {
    const tarball = await readArchiveFile(file, TARBALL_MAX_BYTES, PACKED_TOOLKIT);
    const toolkit = openToolkit(tarball, file);
    if (lock !== undefined) refuseOthers(lock, toolkit, file);
    if (checkSignatures !== undefined) await checkSigned(checkSignatures, tarball, toolkit, file, lock);
    opened.push({ file, toolkit });
  }
  const imported: ImportedToolkit[] = [];
  for (const { file, toolkit } of opened) {
    const { manifest, entries, treeDigest } = toolkit;
    const outcome = await store.put(entries, treeDigest);
    imported.push({ file, name: manifest.name, version: manifest.version, treeDigest, outcome });
  }
  return imported;
}

/** Under the rules for all toolkits, and under those for the registry that the lock names. */
async function checkSigned(
  check: CheckSignatures,
  tarball: Uint8Array,
  { manifest: { name, version } }: OpenedToolkit,
  file: string,
  lock: Lock | undefined,
): Promise<void> {
  const bundles = await bundlesBeside(file);
  const claimed = lock?.toolkits[name]?.registry;
  for (const registry of [
    'store import',
    ...(claimed === undefined || claimed === 'embedded' ? [] : [claimed]),
  ])
    await check({ name, version, registry, tarball, bundles });
}

/** The name that signing programs give a bundle. */
async function bundlesBeside(file: string): Promise<readonly Json[]> {
  try {
    return await readBundles([`${file}.sigstore.json`]);
  } catch (cause) {
    if (isAbsent(cause)) return [];
    throw cause;
  }
}

function refuseOthers(lock: Lock, { manifest, integrity }: OpenedToolkit, file: string): void {
  const { name, version } = manifest;
  if (lock.toolkits[name]?.integrity === integrity) return;
  const has = lock.toolkits[name]?.version === version;
  throw new ToolbaseError(
    'INTEGRITY_MISMATCH',
    has
      ? `${file} is not the ${name} ${version} of the lock: its bytes differ`
      : `${file} is ${name} ${version}, which is not in the lock`,
    { hint: 'Nothing was put into the store.' },
  );
}

async function tarballsAt(place: string): Promise<string[]> {
  try {
    if (!(await stat(place)).isDirectory()) return [place];
    const names = (await readdir(place)).filter((name) => name.endsWith('.tgz')).sort(ordinalCompare);
    if (names.length > 0) return names.map((name) => path.join(place, name));
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')) throw cause;
    throw new ToolbaseError('NOT_FOUND', `${place} does not exist or may not be read`, { cause });
  }
  throw new ToolbaseError('NOT_FOUND', `${place} holds no packed toolkit (.tgz)`);
}

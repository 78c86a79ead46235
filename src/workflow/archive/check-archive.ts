import { type Json, parseStrictJson, sha256, ToolbaseError, type ToolkitName } from '../../kernel/index.ts';
import type { Loadout } from '../../loadout/index.ts';
import { givesLock, loadoutDigest, type Lock } from '../../lockfile/index.ts';
import { subtree, treeDigest, type TreeEntry } from '../../store/index.ts';
import { agreeWithLock } from '../agree-with-lock.ts';
import { openToolkit, type OpenedToolkit } from '../open-toolkit.ts';
import {
  ARCHIVE_FILES,
  type ArchiveManifest,
  environmentFolder,
  MANIFEST_FILE,
  signaturesPath,
  skillFolder,
  tarballPath,
} from './archive-manifest.ts';

/** Files of an archive by path. */
export type ArchiveEntries = ReadonlyMap<string, TreeEntry>;

const bad = (label: string, why: string): ToolbaseError =>
  new ToolbaseError('BAD_ARCHIVE', `${label}: ${why}`, {
    hint: 'Nothing was written. Ask whoever made the archive to export it again.',
  });

/** Bytes of a file. @throws ToolbaseError BAD_ARCHIVE when there is none */
export function archiveFile(files: ArchiveEntries, path: string, label: string): Uint8Array {
  const entry = files.get(path);
  if (entry === undefined) throw bad(label, `there is no ${path}`);
  return entry.bytes;
}

/** Every file is the one that the manifest lists, and none is unlisted or missing. */
export function checkDigests({ files: stated }: ArchiveManifest, files: ArchiveEntries, label: string): void {
  for (const [path, { bytes }] of files) {
    if (path === MANIFEST_FILE) continue;
    if (!Object.hasOwn(stated, path)) throw bad(label, `${path} is not listed in ${MANIFEST_FILE}`);
    if (stated[path] !== sha256(bytes))
      throw bad(label, `${path} is not the file that ${MANIFEST_FILE} lists`);
  }
  const missing = Object.keys(stated).find((path) => !files.has(path));
  if (missing !== undefined) throw bad(label, `there is no ${missing}`);
}

/** Only what the lock gives a place to may be there: a second lock has none. */
export function checkPlaces(lock: Lock, thin: boolean, files: ArchiveEntries, label: string): void {
  const toolkits = Object.entries(lock.toolkits);
  const names = new Set<string>([
    MANIFEST_FILE,
    ...Object.values(ARCHIVE_FILES),
    ...(thin ? [] : toolkits.map(([name, { version }]) => tarballPath(name as ToolkitName, version))),
  ]);
  const folders = [
    ...lock.skills.map(({ toolkit, name }) => `${skillFolder(toolkit, name)}/`),
    ...environmentsOf(lock).map(({ folder }) => `${folder}/`),
  ];
  const signatures = thin
    ? []
    : toolkits.map(([name, { version }]) => signaturesPath(name as ToolkitName, version));
  for (const path of files.keys())
    if (!names.has(path) && !signatures.includes(path) && !folders.some((folder) => path.startsWith(folder)))
      throw bad(label, `${path} has no place in an archive of this lock`);
  for (const path of names) archiveFile(files, path, label);
}

const environmentsOf = (lock: Lock) =>
  Object.entries(lock.toolkits).flatMap(([toolkit, { environments }]) =>
    Object.entries(environments).map(([name, { kind, sha256: digest }]) => ({
      folder: environmentFolder(toolkit as ToolkitName, name),
      kind,
      digest,
    })),
  );

/** The copies of skills and of pinning files are for readers, who rely on their being the locked ones. */
export function checkCopies(lock: Lock, entries: readonly TreeEntry[], label: string): void {
  for (const { toolkit, name, digest } of lock.skills)
    if (treeDigest(subtree(entries, skillFolder(toolkit, name))) !== digest)
      throw bad(label, `skill ${name} of ${toolkit} is not the locked one`);
  for (const { folder, kind, digest } of environmentsOf(lock)) {
    const inside = subtree(entries, folder);
    // Beside an npm lock is its package.json.
    const most = kind === 'python' ? 1 : 2;
    if (inside.length > most || !inside.some(({ bytes }) => sha256(bytes) === digest))
      throw bad(label, `${folder} does not hold the locked file alone`);
  }
}

/** A toolkit of the lock: its bytes, its files, and what the lock says of it.
 * @throws ToolbaseError BAD_ARCHIVE, BAD_MANIFEST, INTEGRITY_MISMATCH, LOCK_DAMAGED */
export function lockedToolkitIn(
  lock: Lock,
  name: ToolkitName,
  files: ArchiveEntries,
  label: string,
): OpenedToolkit & { tarball: Uint8Array; signatures: readonly Json[] } {
  const locked = lock.toolkits[name];
  if (locked === undefined) throw new Error(`${name} is not in the lock`);
  const path = tarballPath(name, locked.version);
  const tarball = archiveFile(files, path, label);
  const opened = openToolkit(tarball, `${label}: ${path}`);
  if (opened.integrity !== locked.integrity || opened.treeDigest !== locked.treeDigest)
    throw new ToolbaseError('INTEGRITY_MISMATCH', `${label}: ${path} is not the toolkit that was locked`, {
      hint: 'Nothing was written. Ask whoever made the archive to export it again.',
    });
  if (opened.manifest.name !== name) throw bad(label, `${path} is ${opened.manifest.name} inside`);
  agreeWithLock(lock, opened.manifest);
  return { ...opened, tarball, signatures: signaturesOf(files, signaturesPath(name, locked.version), label) };
}

function signaturesOf(files: ArchiveEntries, path: string, label: string): readonly Json[] {
  const bytes = files.get(path)?.bytes;
  if (bytes === undefined) return [];
  const bundles = parseStrictJson(Buffer.from(bytes).toString('utf8'), `${label}: ${path}`);
  return Array.isArray(bundles) ? (bundles as readonly Json[]) : [bundles];
}

/** The lock is the one that its loadout gives with these toolkits, instructions and selection included.
 * @param toolkits all of the lock, or none when they are not at hand
 * @throws ToolbaseError LOCK_STALE */
export function checkLoadout(
  lock: Lock,
  loadout: Loadout,
  toolkits: readonly OpenedToolkit[],
  label: string,
): void {
  const sources = toolkits.map(({ manifest, integrity, treeDigest: digest }) => ({
    manifest,
    integrity,
    treeDigest: digest,
    registry: lock.toolkits[manifest.name]?.registry ?? '',
  }));
  const same = loadoutDigest(loadout) === lock.loadoutDigest;
  if (same && (sources.length === 0 || givesLock(loadout, sources, lock))) return;
  throw new ToolbaseError('LOCK_STALE', `${label}: the lock is not the one that its loadout gives`, {
    hint: 'Ask whoever made it to run `toolbase lock`, then `toolbase export` again.',
  });
}

import { prettyCanonicalJson, sha256, ToolbaseError } from '../../kernel/index.ts';
import { decodeLoadout } from '../../loadout/index.ts';
import { encodeLock, loadoutDigest, type Lock } from '../../lockfile/index.ts';
import { buildTarball, subtree, type TreeEntry } from '../../store/index.ts';
import {
  ARCHIVE_FILES,
  ARCHIVE_ROOT,
  type ArchiveManifest,
  environmentFolder,
  MANIFEST_FILE,
  signaturesPath,
  skillFolder,
  tarballPath,
} from './archive-manifest.ts';
import { archiveReadme } from './archive-readme.ts';
import { type ArchivedToolkit, environmentEntries } from './archived-toolkit.ts';
import { machineNeeds } from './machine-needs.ts';
import { settingsTemplate } from './settings-template.ts';
import { spdxDocument } from './spdx-document.ts';

export interface ArchiveContents {
  readonly lock: Lock;
  /** Text of the loadout that the lock was made from. */
  readonly loadoutText: string;
  /** Every toolkit of the lock, in order of name. */
  readonly toolkits: readonly ArchivedToolkit[];
  /** Leave the toolkits' tarballs out. */
  readonly thin: boolean;
}

/** A loadout archive. The same lock, loadout and toolkits give the same bytes, on every machine and at every time.
 * @param label names the loadout in messages
 * @throws ToolbaseError LOCK_STALE when the lock was made from another loadout; BAD_LOADOUT, BAD_YAML */
export function buildArchive(contents: ArchiveContents, label: string): Uint8Array {
  const { lock, loadoutText, toolkits, thin } = contents;
  const loadout = decodeLoadout(loadoutText, label);
  if (loadoutDigest(loadout) !== lock.loadoutDigest)
    throw new ToolbaseError('LOCK_STALE', `${label} is not the loadout that the lock was made from`, {
      hint: 'Run `toolbase lock` with it, then export again.',
    });
  const needs = machineNeeds(toolkits.map(({ manifest }) => manifest));
  const entries = [
    text(ARCHIVE_FILES.loadout, loadoutText),
    text(ARCHIVE_FILES.lock, encodeLock(lock)),
    text(ARCHIVE_FILES.readme, archiveReadme({ loadout, lock, needs }, thin)),
    text(ARCHIVE_FILES.sbom, spdxDocument(loadout.title, lock, toolkits)),
    text(ARCHIVE_FILES.settings, settingsTemplate(needs)),
    ...toolkits.flatMap((toolkit) => toolkitEntries(toolkit, thin)),
    ...skillEntries(lock, toolkits),
  ];
  return buildTarball([...entries, manifestEntry(lock, thin, entries)], ARCHIVE_ROOT);
}

const text = (path: string, content: string): TreeEntry => ({
  path,
  mode: 0o644,
  bytes: Buffer.from(content),
});

function toolkitEntries(toolkit: ArchivedToolkit, thin: boolean): TreeEntry[] {
  const { name, version } = toolkit.manifest;
  const pinning = environmentEntries(toolkit).flatMap(([environment, files]) =>
    files.map((file) => ({
      ...file,
      mode: 0o644 as const,
      path: `${environmentFolder(name, environment)}/${file.path.split('/').at(-1) ?? ''}`,
    })),
  );
  if (thin) return pinning;
  const signatures = toolkit.signatures.length === 0 ? [] : [prettyCanonicalJson(toolkit.signatures)];
  return [
    { path: tarballPath(name, version), mode: 0o644, bytes: toolkit.tarball },
    ...signatures.map((bundles) => text(signaturesPath(name, version), bundles)),
    ...pinning,
  ];
}

const skillEntries = (lock: Lock, toolkits: readonly ArchivedToolkit[]): TreeEntry[] =>
  lock.skills.flatMap(({ toolkit, name, path }) => {
    const entries = toolkits.find(({ manifest }) => manifest.name === toolkit)?.entries ?? [];
    return subtree(entries, path).map((entry) => ({
      ...entry,
      path: `${skillFolder(toolkit, name)}/${entry.path}`,
    }));
  });

function manifestEntry(lock: Lock, thin: boolean, entries: readonly TreeEntry[]): TreeEntry {
  const manifest: ArchiveManifest = {
    formatVersion: 1,
    kind: 'loadout-archive',
    lockDigest: lock.lockDigest,
    interfaceDigest: lock.interfaceDigest,
    thin,
    files: Object.fromEntries(entries.map(({ path, bytes }) => [path, sha256(bytes)])),
  };
  return text(MANIFEST_FILE, prettyCanonicalJson(manifest));
}

import {
  type Json,
  parseStrictJson,
  parseWith,
  ToolbaseError,
  type ToolkitName,
} from '../../kernel/index.ts';
import { decodeLoadout } from '../../loadout/index.ts';
import { decodeLock, type Lock, refuseLinked } from '../../lockfile/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import { readTarball, TARBALL_LIMITS } from '../../store/index.ts';
import { ARCHIVE_FILES, ARCHIVE_ROOT, ArchiveManifest, MANIFEST_FILE } from './archive-manifest.ts';
import {
  archiveFile,
  checkCopies,
  checkDigests,
  checkLoadout,
  checkPlaces,
  lockedToolkitIn,
} from './check-archive.ts';

/** Compressed, in bytes. */
export const ARCHIVE_MAX_BYTES = 512 * 1024 * 1024;

const LIMITS = { ...TARBALL_LIMITS, maxTotalBytes: 1024 * 1024 * 1024 };

/** What an archive holds of one toolkit. */
export interface ArchiveToolkit {
  readonly manifest: ToolkitManifest;
  readonly tarball: Uint8Array;
  /** Sigstore bundles, unchecked. */
  readonly signatures: readonly Json[];
}

/** A loadout archive in which everything was found to be what its lock says. */
export interface OpenedArchive {
  readonly lock: Lock;
  readonly loadoutText: string;
  /** By name; empty for a thin archive. */
  readonly toolkits: ReadonlyMap<ToolkitName, ArchiveToolkit>;
  readonly thin: boolean;
}

/** Opens an archive that may come from anyone, in memory. Nothing of it is run, nothing is written.
 * @param label names the archive in messages
 * @throws ToolbaseError BAD_ARCHIVE naming what is missing, unknown or changed; LOCK_DAMAGED, LOCK_VERSION, LOCK_STALE,
 * INTEGRITY_MISMATCH, BAD_MANIFEST, BAD_LOADOUT */
export function openArchive(bytes: Uint8Array, label: string): OpenedArchive {
  const entries = readTarball(bytes, label, LIMITS, ARCHIVE_ROOT);
  const files = new Map(entries.map((entry) => [entry.path, entry]));
  const read = (path: string): string => utf8(archiveFile(files, path, label), `${label}: ${path}`);
  const manifest = readManifest(read(MANIFEST_FILE), `${label}: ${MANIFEST_FILE}`);
  checkDigests(manifest, files, label);
  const lock = decodeLock(read(ARCHIVE_FILES.lock), `${label}: ${ARCHIVE_FILES.lock}`);
  if (manifest.lockDigest !== lock.lockDigest || manifest.interfaceDigest !== lock.interfaceDigest)
    throw new ToolbaseError(
      'BAD_ARCHIVE',
      `${label}: ${MANIFEST_FILE} states other digests than its lock has`,
    );
  refuseLinked(lock, label, 'opened');
  checkPlaces(lock, manifest.thin, files, label);
  checkCopies(lock, entries, label);
  const loadoutText = read(ARCHIVE_FILES.loadout);
  const loadout = decodeLoadout(loadoutText, `${label}: ${ARCHIVE_FILES.loadout}`);
  const names = manifest.thin ? [] : (Object.keys(lock.toolkits) as ToolkitName[]);
  const toolkits = names.map((name) => lockedToolkitIn(lock, name, files, label));
  checkLoadout(lock, loadout, toolkits, label);
  return {
    lock,
    loadoutText,
    toolkits: new Map(
      toolkits.map(({ manifest: own, tarball, signatures }) => [
        own.name,
        { manifest: own, tarball, signatures },
      ]),
    ),
    thin: manifest.thin,
  };
}

const readManifest = (text: string, label: string): ArchiveManifest =>
  parseWith(ArchiveManifest, parseStrictJson(text, label), label, 'BAD_ARCHIVE');

function utf8(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ToolbaseError('BAD_ARCHIVE', `${label} is not UTF-8 text`, { cause });
  }
}

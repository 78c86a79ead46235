import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import {
  type Integrity,
  integrityOf,
  isSystemError,
  parseWith,
  prettyCanonicalJson,
  ToolbaseError,
  type ToolkitName,
  Version,
} from '../../kernel/index.ts';
import {
  atomicWrite,
  notWritable,
  readBounded,
  readTextBounded,
  removeFolder,
  removeStaleTemps,
  syncFolder,
  tempFolder,
  makeFolder,
} from '../../kernel/io/index.ts';
import { assemblePackument } from '../assemble-packument.ts';
import {
  packumentFile,
  RECORD_MAX_BYTES,
  releaseFile,
  TARBALL_MAX_BYTES,
  tarballFile,
  toolkitFolder,
} from '../directory-layout.ts';
import { decodeRelease } from '../decode-packument.ts';
import { DESCRIPTION_MAX_CHARS, type Release, ReleaseRecord } from '../packument.ts';
import { plain } from '../plain-line.ts';
import type { Submission } from '../registry.ts';

export type PublishOutcome = { outcome: 'published' | 'unchanged'; integrity: Integrity };

/** Adds a version by one rename, then brings the packument up to date. Needs no lock, so none is left behind. */
export async function publishRelease(
  registry: { readonly name: string; readonly directory: string },
  submission: Submission,
): Promise<PublishOutcome> {
  const { name, version, tarball, toolkitDependencies } = submission;
  if (tarball.length > TARBALL_MAX_BYTES)
    throw new ToolbaseError(
      'FILE_TOO_LARGE',
      `${name} ${version} is ${tarball.length} bytes; registries take ${TARBALL_MAX_BYTES}`,
    );
  const integrity = integrityOf(tarball);
  const record = { formatVersion: 1, integrity, toolkitDependencies, ...described(submission) };
  const release = prettyCanonicalJson(parseWith(ReleaseRecord, record, `${name} ${version}`, 'BAD_MANIFEST'));
  const folder = toolkitFolder(registry.directory, name);
  try {
    await makeFolder(folder);
    await removeStaleTemps(folder);
    const added = await addVersion(folder, submission, release);
    if (!added) await refuseOtherBytes(folder, registry.name, submission, integrity);
    await writePackument(folder, name);
    return { outcome: added ? 'published' : 'unchanged', integrity };
  } catch (cause) {
    throw notWritable(folder, cause);
  }
}

/** What `search` finds it by, beside its name. */
function described({ packageJson }: Submission): { description?: string } {
  const description = packageJson?.['description'];
  if (typeof description !== 'string' || description === '') return {};
  return { description: plain(description, DESCRIPTION_MAX_CHARS) };
}

/** @returns false when the version is there already */
async function addVersion(folder: string, submission: Submission, release: string): Promise<boolean> {
  const temp = tempFolder(folder);
  try {
    await mkdir(temp);
    await atomicWrite(path.join(temp, 'toolkit.tgz'), submission.tarball);
    await atomicWrite(path.join(temp, 'release.json'), release);
    if (submission.signatures !== undefined && submission.signatures.length > 0)
      await atomicWrite(
        path.join(temp, 'toolkit.sigstore.json'),
        prettyCanonicalJson([...submission.signatures]),
      );
    await rename(temp, path.join(folder, submission.version));
    await syncFolder(folder);
    return true;
  } catch (cause) {
    await removeFolder(temp);
    if (isSystemError(cause, 'ENOTEMPTY', 'EEXIST')) return false;
    throw cause;
  }
}

async function refuseOtherBytes(
  folder: string,
  registry: string,
  { name, version }: Submission,
  integrity: Integrity,
): Promise<void> {
  const published = await readBounded(tarballFile(folder, version), TARBALL_MAX_BYTES);
  if (integrityOf(published) === integrity) return;
  throw new ToolbaseError(
    'ALREADY_EXISTS',
    `${name} ${version} is in the registry ${registry} with other contents`,
    {
      hint: 'A published version never changes: raise the version in package.json and publish that.',
    },
  );
}

/** Whoever writes the packument last has seen every version there was before: each publisher adds its version first,
 * writes, and writes again when another version has appeared meanwhile. */
async function writePackument(folder: string, name: ToolkitName): Promise<void> {
  for (;;) {
    const versions = await versionsIn(folder);
    const releases = new Map<Version, Release>();
    for (const version of versions) {
      const file = releaseFile(folder, version);
      releases.set(version, decodeRelease(await readTextBounded(file, RECORD_MAX_BYTES), file));
    }
    const packument = assemblePackument(name, releases);
    await atomicWrite(packumentFile(folder), prettyCanonicalJson(packument));
    if ((await versionsIn(folder)).length === versions.length) return;
  }
}

async function versionsIn(folder: string): Promise<Version[]> {
  return (await readdir(folder))
    .map((name) => Version.safeParse(name).data)
    .filter((name) => name !== undefined);
}

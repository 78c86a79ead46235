import {
  type Integrity,
  integrityOf,
  isToolbaseError,
  ToolbaseError,
  type ToolkitName,
  type Version,
} from '../../../kernel/index.ts';
import { trace } from '../../../kernel/io/index.ts';
import { TARBALL_MAX_BYTES } from '../../directory-layout.ts';
import { tarballUrl } from '../../npm-address.ts';
import { tarballCacheFile } from '../../npm-cache-keys.ts';
import type { NpmPackument } from '../../npm-packument.ts';
import { readIfThere, writeIfPossible } from './cached-packument.ts';
import { fetchPackument } from './fetch-packument.ts';
import type { NpmSession } from './session.ts';

interface Wanted {
  readonly name: ToolkitName;
  readonly version: Version;
  /** What a lock states. */
  readonly expected: Integrity | undefined;
  /** What the registry said before, in this run. */
  readonly known: NpmPackument | undefined;
}

/** The bytes of a version, from the cache if they are there. With a lock, the usual place is tried before the
 * packument is asked for, and only the lock decides which bytes are right.
 * @throws ToolbaseError NO_VERSION, INTEGRITY_MISMATCH, BAD_REGISTRY, REGISTRY_UNAVAILABLE, REGISTRY_DENIED */
export async function fetchTarball(session: NpmSession, wanted: Wanted): Promise<Uint8Array> {
  const { name, version, expected } = wanted;
  if (expected !== undefined) {
    const bytes = (await readKept(session, expected)) ?? (await fromUsualPlace(session, wanted, expected));
    if (bytes !== undefined) return bytes;
  }
  const known = wanted.known ?? (await fetchPackument(session, name, 'abbreviated'));
  const published = known?.tarballs.get(version);
  if (published === undefined)
    throw new ToolbaseError('NO_VERSION', `the registry ${session.name} has no ${name} ${version}`);
  if (expected !== undefined && published.integrity !== expected)
    throw new ToolbaseError(
      'INTEGRITY_MISMATCH',
      `${name} ${version} was changed in the registry ${session.name} after it was locked`,
      {
        hint: `The lock has ${expected}, the registry now ${published.integrity}. Do not use it; ask its publisher.`,
      },
    );
  const kept = await readKept(session, published.integrity);
  if (kept !== undefined) return kept;
  const bytes = await download(session, published.url, `${name} ${version}`);
  if (integrityOf(bytes) !== published.integrity)
    throw new ToolbaseError(
      'INTEGRITY_MISMATCH',
      `the registry ${session.name} sends other bytes for ${name} ${version} than it published`,
      {
        hint: `It states ${published.integrity} and sends ${integrityOf(bytes)} (${bytes.length} bytes). Try again; if it stays so, tell whoever keeps the registry.`,
      },
    );
  await keep(session, published.integrity, bytes);
  return bytes;
}

/** Undefined when the bytes there are not the right ones, or nothing is there: then the packument tells more. */
async function fromUsualPlace(
  session: NpmSession,
  { name, version }: Wanted,
  expected: Integrity,
): Promise<Uint8Array | undefined> {
  if (session.offline) return undefined;
  try {
    const bytes = await download(session, tarballUrl(session.address, name, version), `${name} ${version}`);
    if (integrityOf(bytes) !== expected) return undefined;
    await keep(session, expected, bytes);
    return bytes;
  } catch (cause) {
    if (isToolbaseError(cause) && ['NOT_FOUND', 'BAD_REGISTRY', 'UNSUPPORTED'].includes(cause.code))
      return undefined;
    throw cause;
  }
}

async function download(session: NpmSession, url: URL, what: string): Promise<Buffer> {
  const answer = await session.http({
    method: 'GET',
    url,
    purpose: `fetch ${what}`,
    accept: 'application/octet-stream, */*; q=0.5',
    maxBytes: TARBALL_MAX_BYTES,
    repeatable: true,
  });
  return answer.bytes;
}

async function readKept({ cacheDir }: NpmSession, integrity: Integrity): Promise<Buffer | undefined> {
  const bytes = await readIfThere(tarballCacheFile(cacheDir, integrity), TARBALL_MAX_BYTES);
  if (bytes === undefined || integrityOf(bytes) !== integrity) return undefined;
  trace('registry', () => `${integrity} was fetched before`);
  return bytes;
}

const keep = ({ cacheDir }: NpmSession, integrity: Integrity, bytes: Uint8Array): Promise<void> =>
  writeIfPossible(tarballCacheFile(cacheDir, integrity), bytes);

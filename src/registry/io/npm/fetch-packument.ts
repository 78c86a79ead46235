import { isToolbaseError, ToolbaseError, type ToolkitName } from '../../../kernel/index.ts';
import { packumentUrl, shownUrl } from '../../npm-address.ts';
import { packumentCacheFile, type PackumentForm } from '../../npm-cache-keys.ts';
import { decodeNpmPackument, type NpmPackument } from '../../npm-packument.ts';
import { type CachedPackument, forgetCached, readCached, writeCached } from './cached-packument.ts';
import { jsonOf, type NpmSession, offlineError } from './session.ts';

/** A package with some thousand versions has about 20 MB. */
export const PACKUMENT_MAX_BYTES = 64 * 1024 * 1024;

const ACCEPT = {
  full: 'application/json',
  abbreviated: 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8',
};

/** The packument of a package: the one at hand when the registry says that it is still right, or when offline.
 * @param form `abbreviated` suffices for versions, tags and tarballs; only `full` tells which versions are toolkits
 * and what they depend on
 * @returns undefined when the registry has no such package
 * @throws ToolbaseError REGISTRY_UNAVAILABLE, REGISTRY_DENIED, BAD_REGISTRY */
export const fetchPackument = (
  session: NpmSession,
  name: ToolkitName,
  form: PackumentForm,
): Promise<NpmPackument | undefined> =>
  fetchDecoded(session, name, form, (document) => decoded(session, name, form, document));

/** The full packument as the registry gave it, of which no more is certain than that `fetchPackument` takes it.
 * @throws ToolbaseError as fetchPackument */
export const fetchFullDocument = (session: NpmSession, name: ToolkitName): Promise<unknown> =>
  fetchDecoded(session, name, 'full', (document) => {
    decoded(session, name, 'full', document);
    return document;
  });

/** After a change at the registry: what was fetched before is wrong, also for who works offline next. */
export async function refreshPackument(session: NpmSession, name: ToolkitName): Promise<void> {
  for (const form of ['full', 'abbreviated'] as const) {
    const file = packumentCacheFile(session.cacheDir, session.address, name, form);
    if ((await readCached(file, PACKUMENT_MAX_BYTES)) === undefined) continue;
    try {
      await fetchPackument(session, name, form);
    } catch (cause) {
      // The change was made all the same.
      if (!isToolbaseError(cause)) throw cause;
      await forgetCached(file);
    }
  }
}

const decoded = (
  session: NpmSession,
  name: ToolkitName,
  form: PackumentForm,
  document: unknown,
): NpmPackument =>
  decodeNpmPackument(document, name, {
    full: form === 'full',
    label: `the registry ${session.name} (${shownUrl(packumentUrl(session.address, name))})`,
  });

/** @param read what is kept has passed it; its result is the answer */
async function fetchDecoded<T>(
  session: NpmSession,
  name: ToolkitName,
  form: PackumentForm,
  read: (document: unknown) => T,
): Promise<T | undefined> {
  const file = packumentCacheFile(session.cacheDir, session.address, name, form);
  const url = packumentUrl(session.address, name);
  const kept = await readCached(file, PACKUMENT_MAX_BYTES);
  const decode = ({ bytes }: CachedPackument, contentType: string): T =>
    read(jsonOf(session, { status: 200, contentType, etag: undefined, bytes, url }));
  if (session.offline) {
    if (kept === undefined) throw offlineError(session.name, `look up ${name}`);
    return decode(kept, 'application/json');
  }
  const answer = await session.http({
    method: 'GET',
    url,
    purpose: `look up ${name}`,
    accept: ACCEPT[form],
    etag: kept?.etag,
    expect: [304, 404],
    maxBytes: PACKUMENT_MAX_BYTES,
    compressed: true,
    repeatable: true,
  });
  if (answer.status === 404) {
    await forgetCached(file);
    return undefined;
  }
  if (answer.status === 304) {
    if (kept?.etag !== undefined) return decode(kept, 'application/json');
    throw new ToolbaseError(
      'BAD_REGISTRY',
      `the registry ${session.name} says that nothing changed, but was not asked so`,
    );
  }
  const packument = decode(answer, answer.contentType);
  await writeCached(file, answer);
  return packument;
}

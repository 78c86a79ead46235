import { ToolbaseError, type ToolkitName, type Version } from '../../../kernel/index.ts';
import { packumentUrl, shownUrl, tarballUrl } from '../../npm-address.ts';
import {
  decodeKeptDocument,
  type KeptDocument,
  withDeprecation,
  withoutVersion,
} from '../../npm-document-edit.ts';
import { PACKUMENT_MAX_BYTES } from './fetch-packument.ts';
import { ANSWER_MAX_BYTES, jsonOf, type NpmSession } from './session.ts';

/** Marks versions as not to be chosen any more, and why; an empty reason takes it back.
 * @throws ToolbaseError UNKNOWN_TOOLKIT, NO_VERSION, REGISTRY_DENIED, … */
export async function deprecate(
  session: NpmSession,
  name: ToolkitName,
  versions: readonly Version[],
  reason: string,
): Promise<void> {
  const purpose = `deprecate ${name}`;
  const document = await keptDocument(session, name, purpose);
  const changed = withDeprecation(document, versions, reason);
  await change(session, 'PUT', packumentUrl(session.address, name), purpose, changed);
}

/** Takes a version back, or the whole toolkit with its last version. Many registries do not allow it.
 * @throws ToolbaseError UNKNOWN_TOOLKIT, NO_VERSION, REGISTRY_DENIED, UNSUPPORTED, … */
export async function unpublish(session: NpmSession, name: ToolkitName, version: Version): Promise<void> {
  const purpose = `unpublish ${name} ${version}`;
  const at = packumentUrl(session.address, name);
  const document = await keptDocument(session, name, purpose);
  const rest = withoutVersion(document, version);
  if (rest === undefined) {
    await change(session, 'DELETE', revisionOf(at, document, session.name), purpose);
    return;
  }
  await change(session, 'PUT', revisionOf(at, document, session.name), purpose, rest);
  const now = await keptDocument(session, name, purpose);
  const tarball = tarballUrl(session.address, name, version);
  await change(session, 'DELETE', revisionOf(tarball, now, session.name), purpose);
}

/** The document with its revision, as the registry wants it back. */
async function keptDocument(session: NpmSession, name: ToolkitName, purpose: string): Promise<KeptDocument> {
  const url = packumentUrl(session.address, name);
  url.search = 'write=true';
  const answer = await session.http({
    method: 'GET',
    url,
    purpose,
    expect: [404],
    maxBytes: PACKUMENT_MAX_BYTES,
    compressed: true,
    repeatable: true,
  });
  if (answer.status === 404)
    throw new ToolbaseError('UNKNOWN_TOOLKIT', `the registry ${session.name} has no ${name}`, {
      hint: 'Check the name. Some registries also answer so when a login is needed.',
    });
  return decodeKeptDocument(jsonOf(session, answer), name, `the registry ${session.name} (${shownUrl(url)})`);
}

function revisionOf(url: URL, document: KeptDocument, registry: string): URL {
  if (document._rev !== undefined) return new URL(`${url.href}/-rev/${encodeURIComponent(document._rev)}`);
  throw new ToolbaseError('UNSUPPORTED', `the registry ${registry} does not let versions be taken back`, {
    hint: 'Deprecate the version instead.',
  });
}

async function change(
  session: NpmSession,
  method: 'PUT' | 'DELETE',
  url: URL,
  purpose: string,
  document?: KeptDocument,
): Promise<void> {
  await session.http({
    method,
    url,
    purpose,
    ...(document === undefined ? {} : { body: JSON.stringify(document) }),
    maxBytes: ANSWER_MAX_BYTES,
    repeatable: false,
  });
}

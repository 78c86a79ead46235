import { type Integrity, integrityOf, ToolbaseError } from '../../../kernel/index.ts';
import { TARBALL_MAX_BYTES } from '../../directory-layout.ts';
import { packumentUrl } from '../../npm-address.ts';
import { publishDocument, publishTag } from '../../npm-publish-document.ts';
import type { NpmPackument } from '../../npm-packument.ts';
import type { Submission } from '../../registry.ts';
import { fetchPackument } from './fetch-packument.ts';
import { ANSWER_MAX_BYTES, type NpmSession } from './session.ts';

/** Others may publish other versions at the same time, and some registries then refuse one of the two. */
const MAX_CONFLICTS = 4;

/** Publishes a version; the same bytes again change nothing.
 * @throws ToolbaseError ALREADY_EXISTS for other bytes, REGISTRY_DENIED, REGISTRY_UNAVAILABLE, FILE_TOO_LARGE, … */
export async function publishToolkit(
  session: NpmSession,
  submission: Submission,
): Promise<{ outcome: 'published' | 'unchanged'; integrity: Integrity; tag: string }> {
  const { name, version, tarball } = submission;
  const purpose = `publish ${name} ${version}`;
  if (tarball.length > TARBALL_MAX_BYTES)
    throw new ToolbaseError(
      'FILE_TOO_LARGE',
      `${name} ${version} is ${tarball.length} bytes; registries take ${TARBALL_MAX_BYTES}`,
    );
  const integrity = integrityOf(tarball);
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts += 1) {
    const known = await fetchPackument(session, name, 'abbreviated');
    const tag = publishTag(version, known?.packument, submission.tag);
    if (known !== undefined && isThere(known, submission, session.name, integrity))
      return { outcome: 'unchanged', integrity, tag };
    const { status } = await session.http({
      method: 'PUT',
      url: packumentUrl(session.address, name),
      purpose,
      body: JSON.stringify(publishDocument(submission, tag, session.address)),
      expect: [409],
      maxBytes: ANSWER_MAX_BYTES,
      // A version is added once: what came of a lost answer is seen when the registry refuses the second.
      repeatable: true,
    });
    if (status !== 409) return { outcome: 'published', integrity, tag };
  }
  throw new ToolbaseError(
    'ALREADY_EXISTS',
    `the registry ${session.name} says that ${name} ${version} is there, but does not list it`,
    {
      hint: 'A version that was taken back cannot be published again: raise the version in package.json.',
    },
  );
}

/** @throws ToolbaseError ALREADY_EXISTS when other bytes are there */
function isThere(
  known: NpmPackument,
  { name, version }: Submission,
  registry: string,
  integrity: Integrity,
): boolean {
  const published = known.tarballs.get(version);
  if (published === undefined) return false;
  if (published.integrity === integrity) return true;
  throw new ToolbaseError(
    'ALREADY_EXISTS',
    `${name} ${version} is in the registry ${registry} with other contents`,
    {
      hint: 'A published version never changes: raise the version in package.json and publish that.',
    },
  );
}

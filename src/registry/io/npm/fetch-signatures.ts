import { z } from 'zod';
import { type Json, parseWith, type ToolkitName, type Version } from '../../../kernel/index.ts';
import { httpUrl, packumentUrl, shownUrl } from '../../npm-address.ts';
import { Signatures } from '../../signatures.ts';
import { fetchFullDocument } from './fetch-packument.ts';
import { ANSWER_MAX_BYTES, jsonOf, type NpmSession } from './session.ts';

/** Where signatures are: in the entry itself, for servers that keep no others, or behind the address that npm's own
 * registry gives. */
const Entry = z.looseObject({
  toolbase: z.looseObject({ signatures: Signatures.optional() }).optional(),
  dist: z.looseObject({ attestations: z.looseObject({ url: z.string().max(2000) }).optional() }).optional(),
});

const Document = z.looseObject({ versions: z.record(z.string(), z.unknown()).optional() });

const Attestations = z.looseObject({
  attestations: z.array(z.looseObject({ bundle: Signatures.element })).max(64),
});

/** The sigstore bundles of a version. Nothing of them is checked here.
 * @throws ToolbaseError BAD_REGISTRY, REGISTRY_UNAVAILABLE, … */
export async function fetchSignatures(
  session: NpmSession,
  name: ToolkitName,
  version: Version,
): Promise<Json[]> {
  const label = `the registry ${session.name} (${shownUrl(packumentUrl(session.address, name))})`;
  const document = await fetchFullDocument(session, name);
  const versions = parseWith(Document, document ?? {}, label, 'BAD_REGISTRY').versions ?? {};
  if (!Object.hasOwn(versions, version)) return [];
  const { toolbase, dist } = parseWith(Entry, versions[version], `${label}: ${version}`, 'BAD_REGISTRY');
  const own = toolbase?.signatures ?? [];
  const url = httpUrl(dist?.attestations?.url ?? '');
  // Another host is none of the registry's business with whoever asks.
  if (url?.origin !== session.address.origin) return own;
  const answer = await session.http({
    method: 'GET',
    url,
    purpose: `fetch the signatures of ${name} ${version}`,
    expect: [404],
    maxBytes: ANSWER_MAX_BYTES,
    compressed: true,
    repeatable: true,
  });
  if (answer.status === 404) return own;
  const { attestations } = parseWith(Attestations, jsonOf(session, answer), shownUrl(url), 'BAD_REGISTRY');
  return [...own, ...attestations.map(({ bundle }) => bundle)];
}

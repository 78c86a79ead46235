import { z } from 'zod';
import { parseWith, ToolbaseError, type ToolkitName, Version } from '../kernel/index.ts';
import { latestOf } from './packument.ts';

/** A package's document as the registry keeps it; what is not named here goes back as it came. */
const KeptDocument = z.looseObject({
  name: z.string(),
  _rev: z.string().max(200).optional(),
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.looseObject({})),
});
export type KeptDocument = z.output<typeof KeptDocument>;

/** @throws ToolbaseError BAD_REGISTRY */
export function decodeKeptDocument(value: unknown, name: ToolkitName, label: string): KeptDocument {
  const document = parseWith(KeptDocument, value, label, 'BAD_REGISTRY');
  if (document.name === name) return document;
  throw new ToolbaseError('BAD_REGISTRY', `${label} is asked for ${name} and answers for another name`);
}

/** The document with these versions deprecated; an empty reason takes a deprecation back.
 * @throws ToolbaseError NO_VERSION */
export function withDeprecation(
  document: KeptDocument,
  versions: readonly Version[],
  reason: string,
): KeptDocument {
  const changed = versions.map((version): [string, Record<string, unknown>] => [
    version,
    { ...entryOf(document, version), deprecated: reason },
  ]);
  return { ...document, versions: { ...document.versions, ...Object.fromEntries(changed) } };
}

/** The document without a version, `latest` moved to the highest that is left, or undefined when none is left.
 * @throws ToolbaseError NO_VERSION */
export function withoutVersion(document: KeptDocument, version: Version): KeptDocument | undefined {
  entryOf(document, version);
  const versions = Object.fromEntries(Object.entries(document.versions).filter(([key]) => key !== version));
  const left = Object.keys(versions).flatMap((key) => Version.safeParse(key).data ?? []);
  const latest = latestOf(left);
  if (latest === undefined) return undefined;
  const tags = Object.entries(document['dist-tags']).filter(([, to]) => to !== version);
  const distTags = Object.fromEntries(tags);
  if (!Object.hasOwn(distTags, 'latest')) distTags['latest'] = latest;
  return { ...document, _attachments: undefined, _revisions: undefined, 'dist-tags': distTags, versions };
}

function entryOf(document: KeptDocument, version: Version): Record<string, unknown> {
  const entry = Object.hasOwn(document.versions, version) ? document.versions[version] : undefined;
  if (entry !== undefined) return entry;
  throw new ToolbaseError('NO_VERSION', `${document.name} has no version ${version} in the registry`);
}

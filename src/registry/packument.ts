import { z } from 'zod';
import { Integrity, parseStrictJson, parseWith, ToolbaseError, ToolkitName, Version } from '../kernel/index.ts';

export const Release = z.strictObject({
  /** Of the tarball. */
  integrity: Integrity,
  /** Semver ranges of the toolkits that this version needs. */
  toolkitDependencies: z.record(ToolkitName, z.string().max(100)),
  /** Why this version should not be chosen any more. */
  deprecated: z.string().max(400).optional(),
});
export type Release = z.output<typeof Release>;

const DistTag = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9-]*$/, 'must be a tag, such as latest');

/** All that a registry says of one toolkit, without its tarballs. */
export const Packument = z.strictObject({
  formatVersion: z.literal(1),
  name: ToolkitName,
  distTags: z.record(DistTag, Version),
  versions: z.record(Version, Release),
});
export type Packument = z.output<typeof Packument>;

/** Reads a packument that a registry gave for `name`. The registry is not trusted.
 * @throws ToolbaseError BAD_REGISTRY */
export function decodePackument(text: string, name: ToolkitName, label: string): Packument {
  const packument = parseWith(Packument, readJson(text, label), label, 'BAD_REGISTRY');
  if (packument.name !== name)
    throw new ToolbaseError('BAD_REGISTRY', `${label} is asked for ${name} and answers for ${packument.name}`);
  const tag = Object.entries(packument.distTags).find(([, to]) => !Object.hasOwn(packument.versions, to));
  if (tag !== undefined)
    throw new ToolbaseError('BAD_REGISTRY', `${label}: tag ${tag[0]} is of version ${tag[1]}, which is not there`);
  return packument;
}

function readJson(text: string, label: string): unknown {
  try {
    return parseStrictJson(text, label);
  } catch (cause) {
    if (!(cause instanceof ToolbaseError)) throw cause;
    throw new ToolbaseError('BAD_REGISTRY', cause.message, { cause });
  }
}

/** Persisted formats of this module, by the name of their JSON Schema. */
export const registryFormats = { packument: Packument, release: Release };

import { z } from 'zod';
import { Integrity, ToolbaseError, ToolkitName, parseWith, Version } from '../kernel/index.ts';
import { httpUrl } from './npm-address.ts';
import { plain } from './plain-line.ts';
import { DistTag, type Packument, Release } from './packument.ts';

/** Keyword by which a search finds toolkits. */
export const TOOLKIT_KEYWORD = 'toolbase-toolkit';

export interface NpmPackument {
  /** Toolkits among the versions, with the tags that are of them. */
  readonly packument: Packument;
  /** Where the tarballs are said to be; any host. */
  readonly tarballs: ReadonlyMap<Version, { readonly url: URL; readonly integrity: Integrity }>;
  /** Of the version tagged `latest`. */
  readonly description: string | undefined;
  /** Versions that claim to be toolkits but cannot be used, and why. */
  readonly unusable: ReadonlyMap<string, string>;
}

const Document = z.looseObject({
  name: z.string(),
  'dist-tags': z.record(z.string(), z.unknown()).optional(),
  versions: z.record(z.string(), z.unknown()).optional(),
  time: z.record(z.string(), z.unknown()).optional(),
});

const Marked = z.looseObject({ toolbase: z.looseObject({ kind: z.literal('toolkit') }) });

/** The strongest hash that npm states; older packages have only SHA-1, which proves nothing. */
const Sha512 = z
  .string()
  .max(2000)
  .transform((text) => text.split(/\s+/).find((hash) => hash.startsWith('sha512-')))
  .pipe(Integrity);

const Dist = z.looseObject({ integrity: Sha512, tarball: z.string().max(4000) });

const Entry = z.looseObject({
  name: ToolkitName,
  version: Version,
  description: z.unknown().optional(),
  dist: Dist,
  toolkitDependencies: Release.shape.toolkitDependencies.default({}),
  deprecated: z.union([z.string(), z.boolean()]).optional(),
});

/** Reads a packument by npm's protocol, in either form. The registry is not trusted: what is not a sound toolkit
 * version is left out, as the packages beside it may be anybody's.
 * @param value parsed JSON  @param full false for the abbreviated form, which does not tell toolkits from others
 * @param label names the source in messages
 * @throws ToolbaseError BAD_REGISTRY */
export function decodeNpmPackument(
  value: unknown,
  name: ToolkitName,
  { full, label }: { full: boolean; label: string },
): NpmPackument {
  const document = parseWith(Document, value, label, 'BAD_REGISTRY');
  if (document.name !== name)
    throw new ToolbaseError('BAD_REGISTRY', `${label} is asked for ${name} and answers for another name`);
  const versions: [Version, Release][] = [];
  const tarballs = new Map<Version, { url: URL; integrity: Integrity }>();
  const unusable = new Map<string, string>();
  const descriptions = new Map<string, string>();
  for (const [key, published] of Object.entries(document.versions ?? {})) {
    if (full && !Marked.safeParse(published).success) continue;
    const entry = readEntry(published, name, key);
    if (typeof entry === 'string') {
      if (full) unusable.set(key, entry);
      continue;
    }
    versions.push([entry.version, { ...entry.release, ...publicationOf(document.time, key) }]);
    tarballs.set(entry.version, { url: entry.url, integrity: entry.release.integrity });
    descriptions.set(key, entry.description);
  }
  const known = Object.fromEntries(versions) as Packument['versions'];
  const distTags = tagsOf(document['dist-tags'] ?? {}, known);
  return {
    packument: { formatVersion: 1, name, distTags, versions: known },
    tarballs,
    description: descriptions.get(distTags['latest'] ?? ''),
    unusable,
  };
}

interface ReadEntry {
  readonly version: Version;
  readonly release: Release;
  readonly url: URL;
  readonly description: string;
}

/** The entry, or why it cannot be used. */
function readEntry(published: unknown, name: ToolkitName, key: string): ReadEntry | string {
  const result = Entry.safeParse(published);
  if (!result.success) {
    const at = result.error.issues[0]?.path.join('/') ?? '';
    return `${at === '' ? 'its entry' : at} is missing or unsound`;
  }
  const entry = result.data;
  if (entry.name !== name || entry.version !== key) return 'its entry is of another package';
  const url = httpUrl(entry.dist.tarball);
  if (url === undefined || url.username !== '' || url.password !== '')
    return 'its tarball has no sound address';
  const deprecated = deprecation(entry.deprecated);
  const release = {
    integrity: entry.dist.integrity,
    toolkitDependencies: entry.toolkitDependencies,
    ...(deprecated === undefined ? {} : { deprecated }),
  };
  return { version: entry.version, release, url, description: plain(entry.description, 400) };
}

/** npm takes an empty text back for "not deprecated". */
function deprecation(written: string | boolean | undefined): string | undefined {
  if (written === undefined || written === false || written === '') return undefined;
  return written === true ? 'deprecated' : plain(written, 400) || 'deprecated';
}

function publicationOf(time: Record<string, unknown> | undefined, version: string): { publishedAt?: string } {
  const at = time !== undefined && Object.hasOwn(time, version) ? time[version] : undefined;
  return Release.shape.publishedAt.safeParse(at).success && typeof at === 'string' ? { publishedAt: at } : {};
}

/** Tags of versions that are not among these, and tags that nobody could write, are left out. */
function tagsOf(tags: Record<string, unknown>, versions: Packument['versions']): Packument['distTags'] {
  const sound = Object.entries(tags).flatMap(([tag, to]) => {
    const version = Version.safeParse(to);
    return DistTag.safeParse(tag).success && version.success && Object.hasOwn(versions, version.data)
      ? [[tag, version.data] as const]
      : [];
  });
  return Object.fromEntries(sound);
}

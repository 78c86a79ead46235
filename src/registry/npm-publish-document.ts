import { createHash } from 'node:crypto';
import semver from 'semver';
import { integrityOf, type Json, parseWith, ToolbaseError, type Version } from '../kernel/index.ts';
import { tarballUrl } from './npm-address.ts';
import { TOOLKIT_KEYWORD } from './npm-packument.ts';
import { DistTag, type Packument } from './packument.ts';
import type { Submission } from './registry.ts';

const README_MAX = 64 * 1024;

/** The document by which npm's protocol publishes one version, its tarball inside.
 * @throws ToolbaseError BAD_MANIFEST for a package that is marked private */
export function publishDocument(submission: Submission, tag: string, registry: URL): Json {
  const { name, version, tarball, toolkitDependencies, readme, signatures = [] } = submission;
  const manifest = submission.packageJson ?? {};
  if (manifest['private'] === true)
    throw new ToolbaseError('BAD_MANIFEST', `${name}: package.json says "private": true`, {
      hint: 'Take `private` out of package.json if it should be published.',
    });
  const description = typeof manifest['description'] === 'string' ? manifest['description'] : '';
  const published = {
    ...manifest,
    name,
    version,
    description,
    keywords: keywordsOf(manifest['keywords']),
    toolbase: { kind: 'toolkit', ...(signatures.length === 0 ? {} : { signatures: [...signatures] }) },
    toolkitDependencies: { ...toolkitDependencies },
    _id: `${name}@${version}`,
    dist: {
      integrity: integrityOf(tarball),
      // Required by npm's protocol; nothing here relies on it.
      shasum: createHash('sha1').update(tarball).digest('hex'),
      tarball: tarballUrl(registry, name, version).href,
    },
  };
  return {
    _id: name,
    name,
    description,
    'dist-tags': { [tag]: version },
    versions: { [version]: published },
    access: null,
    ...(readme === undefined ? {} : { readme: readme.slice(0, README_MAX) }),
    _attachments: {
      [`${name}-${version}.tgz`]: {
        content_type: 'application/octet-stream',
        data: Buffer.from(tarball).toString('base64'),
        length: tarball.length,
      },
    },
  };
}

/** The author's keywords, and the one by which toolkits are found. */
function keywordsOf(written: Json | undefined): string[] {
  const words = Array.isArray(written) ? written.filter((word) => typeof word === 'string') : [];
  return [...new Set([...words, TOOLKIT_KEYWORD])];
}

/** The tag to publish a version under: the one asked for; else `latest` when no newer release is there; else `next`
 * for a pre-release, and `release-<major>-x` for a release of an older line. npm would move `latest` back.
 * @throws ToolbaseError BAD_NAME for a tag that is none, or could be taken for a range */
export function publishTag(
  version: Version,
  published: Packument | undefined,
  asked: string | undefined,
): string {
  if (asked !== undefined) return checkedTag(asked);
  const others = Object.keys(published?.versions ?? {});
  const isRelease = semver.prerelease(version) === null;
  const rivals = isRelease ? others.filter((other) => semver.prerelease(other) === null) : others;
  const newest = rivals.every((other) => semver.gte(version, other));
  if (newest && (isRelease || others.every((other) => semver.prerelease(other) !== null))) return 'latest';
  return isRelease ? `release-${semver.major(version)}-x` : 'next';
}

/** @throws ToolbaseError BAD_NAME */
export function checkedTag(tag: string): string {
  const checked = parseWith(DistTag, tag, `tag ${JSON.stringify(tag)}`, 'BAD_NAME');
  if (semver.validRange(checked) === null) return checked;
  throw new ToolbaseError('BAD_NAME', `tag ${JSON.stringify(tag)} can be read as a range of versions`, {
    hint: 'Take a word, such as next or stable.',
  });
}

import { z } from 'zod';
import { parseWith, ToolbaseError, type ToolkitName, Version } from '../../../kernel/index.ts';
import { shownUrl, tagsUrl, tagUrl } from '../../npm-address.ts';
import { checkedTag } from '../../npm-publish-document.ts';
import { ANSWER_MAX_BYTES, jsonOf, type NpmSession } from './session.ts';

const Tags = z.record(z.string(), z.string());

/** Versions by tag. @throws ToolbaseError UNKNOWN_TOOLKIT, … */
export async function distTags(
  session: NpmSession,
  name: ToolkitName,
): Promise<ReadonlyMap<string, Version>> {
  const url = tagsUrl(session.address, name);
  const answer = await session.http({
    method: 'GET',
    url,
    purpose: `list the tags of ${name}`,
    expect: [404],
    maxBytes: ANSWER_MAX_BYTES,
    repeatable: true,
  });
  if (answer.status === 404)
    throw new ToolbaseError('UNKNOWN_TOOLKIT', `the registry ${session.name} has no ${name}`);
  const tags = parseWith(Tags, jsonOf(session, answer), shownUrl(url), 'BAD_REGISTRY');
  const sound = Object.entries(tags).flatMap(([tag, to]) => {
    const version = Version.safeParse(to);
    return version.success ? [[tag, version.data] as const] : [];
  });
  return new Map(sound);
}

/** Points a tag to a version. @throws ToolbaseError BAD_NAME, NO_VERSION, REGISTRY_DENIED, … */
export async function setDistTag(
  session: NpmSession,
  name: ToolkitName,
  tag: string,
  version: Version,
): Promise<void> {
  const { status } = await session.http({
    method: 'PUT',
    url: tagUrl(session.address, name, checkedTag(tag)),
    purpose: `tag ${name} ${version} as ${tag}`,
    body: JSON.stringify(version),
    expect: [404],
    maxBytes: ANSWER_MAX_BYTES,
    repeatable: true,
  });
  if (status === 404)
    throw new ToolbaseError('NO_VERSION', `the registry ${session.name} has no ${name} ${version}`, {
      hint: `\`toolbase view ${name}\` lists the versions that there are.`,
    });
}

/** Takes a tag away. @throws ToolbaseError USAGE for `latest`, NOT_FOUND, REGISTRY_DENIED, … */
export async function removeDistTag(session: NpmSession, name: ToolkitName, tag: string): Promise<void> {
  if (tag === 'latest')
    throw new ToolbaseError('USAGE', 'the tag latest cannot be taken away', {
      hint: 'Point it to another version.',
    });
  await session.http({
    method: 'DELETE',
    url: tagUrl(session.address, name, tag),
    purpose: `take the tag ${tag} of ${name} away`,
    maxBytes: ANSWER_MAX_BYTES,
    repeatable: false,
  });
}

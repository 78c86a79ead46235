import {
  isToolbaseError,
  parseStrictJson,
  parseWith,
  ToolbaseError,
  type ToolkitName,
} from '../kernel/index.ts';
import { DESCRIPTION_MAX_CHARS, Packument, type Release, ReleaseRecord } from './packument.ts';
import { plain } from './plain-line.ts';
import { isPlainPackument } from './plain-packument.ts';

/** Reads a packument that a registry gave for `name`. The registry is not trusted.
 * @param label names the source in messages @throws ToolbaseError BAD_REGISTRY */
export function decodePackument(text: string, name: ToolkitName, label: string): Packument {
  const value = readJson(text, label);
  const isPlain = isPlainPackument(value);
  const packument = isPlain ? value : parseWith(Packument, value, label, 'BAD_REGISTRY');
  if (packument.name !== name)
    throw new ToolbaseError(
      'BAD_REGISTRY',
      `${label} is asked for ${name} and answers for ${packument.name}`,
    );
  const tag = Object.entries(packument.distTags).find(([, to]) => !Object.hasOwn(packument.versions, to));
  if (tag !== undefined)
    throw new ToolbaseError('BAD_REGISTRY', `${label}: tag ${tag[0]} is of ${tag[1]}, which is not there`);
  return isPlain ? packument : plainWords(packument);
}

/** Descriptions and reasons on one line, as those of servers are: they stand in lists and warnings. */
function plainWords(packument: Packument): Packument {
  const versions = Object.entries(packument.versions).map(([version, release]) => {
    const { description, deprecated } = release;
    if (description === undefined && deprecated === undefined) return [version, release];
    return [
      version,
      {
        ...release,
        ...(description === undefined ? {} : { description: plain(description, DESCRIPTION_MAX_CHARS) }),
        ...(deprecated === undefined ? {} : { deprecated: plain(deprecated, 400) }),
      },
    ];
  });
  return { ...packument, versions: Object.fromEntries(versions) as Packument['versions'] };
}

/** Reads a `release.json`. @throws ToolbaseError BAD_REGISTRY */
export function decodeRelease(text: string, label: string): Release {
  const record = parseWith(ReleaseRecord, readJson(text, label), label, 'BAD_REGISTRY');
  const { integrity, toolkitDependencies, description, deprecated } = record;
  return {
    integrity,
    toolkitDependencies,
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
  };
}

function readJson(text: string, label: string): unknown {
  try {
    return parseStrictJson(text, label);
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    throw new ToolbaseError('BAD_REGISTRY', cause.message, { cause });
  }
}

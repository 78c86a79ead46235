import type { ToolkitName, Version } from '../../src/kernel/index.ts';
import {
  type RangeRequest,
  resolve,
  type Resolution,
  type ToolkitVersions,
} from '../../src/resolver/index.ts';

/** Published toolkits: name, version, dependencies. */
export type World = Record<string, Record<string, Record<string, string>>>;

export const versionsIn =
  (world: World, tags: Record<string, Record<string, string>> = {}) =>
  (name: ToolkitName): Promise<ToolkitVersions | undefined> => {
    const versions = world[name];
    if (versions === undefined) return Promise.resolve(undefined);
    return Promise.resolve({
      distTags: (tags[name] ?? {}) as Record<string, Version>,
      versions: Object.fromEntries(
        Object.entries(versions).map(([version, toolkitDependencies]) => [version, { toolkitDependencies }]),
      ) as ToolkitVersions['versions'],
    });
  };

export const requestsOf = (ranges: Record<string, string>): RangeRequest[] =>
  Object.entries(ranges).map(([name, range]) => ({ name: name as ToolkitName, range }));

/** The resolution in short: `name version` pairs, or the failure. */
export async function solved(
  world: World,
  ranges: Record<string, string>,
  options: {
    tags?: Record<string, Record<string, string>>;
    preferred?: Record<string, string>;
    overrides?: Record<string, string>;
    prefer?: 'highest' | 'lowest';
  } = {},
): Promise<string[] | Resolution> {
  const resolution = await resolve({
    requests: requestsOf(ranges),
    rules: {
      kept: new Map(Object.entries(options.preferred ?? {})) as Map<ToolkitName, Version>,
      overrides: new Map(Object.entries(options.overrides ?? {})) as Map<ToolkitName, string>,
      prefer: options.prefer ?? 'highest',
    },
    versionsOf: versionsIn(world, options.tags),
  });
  return resolution.kind === 'resolved' ? [...resolution.versions].map((pair) => pair.join(' ')) : resolution;
}

import type { Version } from '../kernel/index.ts';
import type { Packument } from '../registry/index.ts';
import type { PublishedVersion, ToolkitVersions } from '../resolver/index.ts';

/** How long a version must have been published before it is taken. */
export interface ReleaseAge {
  readonly minAgeMs: number;
  readonly nowMs: number;
}

/** What the resolver may choose from: versions that are too new are refused, but for the locked one, which somebody
 * has accepted. Of a registry that states no times at all, such as a directory, every version is old enough. */
export function oldEnough(
  packument: Packument,
  age: ReleaseAge | undefined,
  locked: Version | undefined,
): ToolkitVersions {
  if (age === undefined || !statesTimes(packument)) return packument;
  const versions = Object.entries(packument.versions).map(
    ([version, release]): [string, PublishedVersion] => {
      const refused = version === locked ? undefined : tooNew(release.publishedAt, age);
      return [version, refused === undefined ? release : { ...release, refused }];
    },
  );
  return {
    distTags: packument.distTags,
    versions: Object.fromEntries(versions),
  };
}

/** Whether a registry says when any of these versions was published. */
export const statesTimes = ({ versions }: Packument): boolean =>
  Object.values(versions).some(({ publishedAt }) => publishedAt !== undefined);

/** Words that follow "which is", or undefined for a version that is old enough. */
export function tooNew(publishedAt: string | undefined, { minAgeMs, nowMs }: ReleaseAge): string | undefined {
  if (publishedAt === undefined) return 'of unknown age, while resolve.minAge is set';
  if (nowMs - Date.parse(publishedAt) >= minAgeMs) return undefined;
  return `too new: published ${publishedAt.slice(0, 16).replace('T', ' ')} UTC, less than resolve.minAge ago`;
}

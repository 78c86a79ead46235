import semver from 'semver';
import type { Version } from '../kernel/index.ts';
import type { ToolkitVersions } from '../resolver/index.ts';

/** The range in which a toolkit is taken when nobody says one: `^` of the version tagged `latest`, or of the highest
 * release that may be taken when that one may not; undefined when there is no version at all. */
export function defaultRange(known: ToolkitVersions | undefined): string | undefined {
  const newest = newestVersion(known);
  return newest === undefined ? undefined : `^${newest}`;
}

/** The version tagged `latest`, else the highest release, else the highest pre-release; one that is deprecated or
 * refused only where there is no other. */
export function newestVersion(known: ToolkitVersions | undefined): Version | undefined {
  if (known === undefined) return undefined;
  const sorted = (Object.keys(known.versions) as Version[]).sort(semver.rcompare);
  const sound = sorted.filter((version) => {
    const { deprecated, refused } = known.versions[version] ?? {};
    return deprecated === undefined && refused === undefined;
  });
  const among = sound.length > 0 ? sound : sorted;
  const tagged = Object.hasOwn(known.distTags, 'latest') ? known.distTags['latest'] : undefined;
  if (tagged !== undefined && among.includes(tagged)) return tagged;
  return among.find((version) => semver.prerelease(version) === null) ?? among[0];
}

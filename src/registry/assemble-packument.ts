import semver from 'semver';
import type { ToolkitName, Version } from '../kernel/index.ts';
import type { Packument, Release } from './packument.ts';

/** The packument of a toolkit from the releases there are. `latest` is derived, so that the order in which versions
 * were published changes nothing. */
export function assemblePackument(name: ToolkitName, releases: ReadonlyMap<Version, Release>): Packument {
  const latest = latestOf([...releases.keys()]);
  return {
    formatVersion: 1,
    name,
    distTags: latest === undefined ? {} : { latest },
    versions: Object.fromEntries(releases),
  };
}

/** By npm's rule: the highest release, or the highest pre-release while there is no release. */
export function latestOf(versions: readonly Version[]): Version | undefined {
  const releases = versions.filter((version) => semver.prerelease(version) === null);
  return (releases.length > 0 ? releases : [...versions]).sort(semver.compare).at(-1);
}

import semver from 'semver';
import type { Version } from '../kernel/index.ts';

/** The version that the tag `latest` is of, by npm's rule: the highest release, or the highest pre-release while
 * there is no release. */
export function latestOf(versions: readonly Version[]): Version | undefined {
  const releases = versions.filter((version) => semver.prerelease(version) === null);
  const among = releases.length > 0 ? releases : versions;
  return among.toSorted(semver.compare).at(-1);
}

import type { ToolkitName, Version } from '../kernel/index.ts';
import { latestOf, type Packument, type Release } from './packument.ts';

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

import semver from 'semver';
import type { Version } from '../kernel/index.ts';
import type { ToolkitVersions } from '../resolver/index.ts';
import type { Asker } from './request-chain.ts';

/** Why a published version is not the locked one. */
export type Verdict =
  | { readonly kind: 'chosen' }
  /** Outside the range of these. */
  | { readonly kind: 'outside'; readonly askers: readonly Asker[] }
  /** A pre-release that no range names. */
  | { readonly kind: 'pre-release' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'deprecated'; readonly reason: string }
  /** Lower than the one that was chosen, which fits too. */
  | { readonly kind: 'lower' }
  /** In every range; whether it can be had with all else has to be tried. */
  | { readonly kind: 'fits' };

export interface JudgedVersion {
  readonly version: Version;
  readonly verdict: Verdict;
}

/** Every published version of a toolkit, highest first, each with why it is not the locked one. */
export function judgeVersions(
  known: ToolkitVersions,
  chosen: Version,
  askers: readonly Asker[],
): JudgedVersion[] {
  return (Object.keys(known.versions) as Version[])
    .sort(semver.rcompare)
    .map((version) => ({ version, verdict: verdictOf(version, { known, chosen, askers }) }));
}

function verdictOf(
  version: Version,
  { known, chosen, askers }: { known: ToolkitVersions; chosen: Version; askers: readonly Asker[] },
): Verdict {
  if (version === chosen) return { kind: 'chosen' };
  const outside = askers.filter(({ range, override }) => !isWithin(version, override ?? range, known));
  if (outside.length > 0) {
    const named = outside.every(({ range, override }) =>
      semver.satisfies(version, override ?? range, { includePrerelease: true }),
    );
    return named && semver.prerelease(version) !== null
      ? { kind: 'pre-release' }
      : { kind: 'outside', askers: outside };
  }
  const { refused, deprecated } = known.versions[version] ?? {};
  if (refused !== undefined) return { kind: 'refused', reason: refused };
  if (deprecated !== undefined) return { kind: 'deprecated', reason: deprecated };
  return semver.lt(version, chosen) ? { kind: 'lower' } : { kind: 'fits' };
}

const isWithin = (version: Version, range: string, { distTags }: ToolkitVersions): boolean =>
  Object.hasOwn(distTags, range) ? distTags[range] === version : semver.satisfies(version, range);

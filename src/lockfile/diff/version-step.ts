import semver from 'semver';
import type { Version } from '../../kernel/index.ts';
import { type Level, reaches } from './level.ts';

/** What the step from one version to a higher one announces, as npm's caret reads it: outside `^older` is major,
 * so 0.1 to 0.2 and 0.0.1 to 0.0.2 are; 0.1.0 to 0.1.1 is patch. A pre-release promises nothing to what follows it: any step from one is major.
 * @see SemVer 2.0.0 items 4 and 9 */
export function versionStep(older: Version, newer: Version): Level {
  if (older === newer) return 'none';
  if (semver.prerelease(older) !== null) return 'major';
  if (!semver.satisfies(newer, `^${older}`, { includePrerelease: true })) return 'major';
  return semver.minor(older) === semver.minor(newer) ? 'patch' : 'minor';
}

/** The lowest version above a release that announces a step of this level. */
export function versionAfter(release: Version, level: Exclude<Level, 'none'>): string {
  const zeros = semver.major(release) > 0 ? 0 : semver.minor(release) > 0 ? 1 : 2;
  const places = ['major', 'minor', 'patch'] as const;
  // Below 1.0.0 each part stands for the one before it.
  const place = places[Math.min(2, places.indexOf(level) + zeros)] ?? 'patch';
  return new semver.SemVer(release).inc(place).version;
}

/** Whether the step from one version to a higher one is as large as the change behind it deserves. Below 1.0.0 every compatible
 * change bumps the patch number, since there is no other to bump. */
export function judgeStep(older: Version, step: Level, deserved: Level): 'sufficient' | 'too small' {
  const counts = semver.major(older) === 0 && step === 'patch' ? 'minor' : step;
  return reaches(counts, deserved) ? 'sufficient' : 'too small';
}

export const isDowngrade = (before: Version, after: Version): boolean => semver.lt(after, before);

/** The published version that a new one is measured against: the highest release below it, since `^` of that release
 * may lead to the new one. Undefined when there is none. */
export const predecessorOf = (next: Version, published: readonly Version[]): Version | undefined =>
  published
    .filter((version) => semver.prerelease(version) === null && semver.lt(version, next))
    .sort(semver.compare)
    .at(-1);

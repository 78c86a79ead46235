import semver from 'semver';
import { nearMatches, ordinalCompare, type ToolkitName } from '../kernel/index.ts';
import type { Loadout } from '../loadout/index.ts';
import type { Lock } from '../lockfile/index.ts';
import { type Chosen, dependenciesOf, rangesOf } from './chosen.ts';
import { isWorkingTree } from './link-toolkits.ts';
import { type ReleaseAge, statesTimes, tooNew } from './release-age.ts';
import { withdrawnVersion } from './withdrawn-version.ts';

/** What a person should know of versions that were chosen: forced, deprecated, withdrawn, or passed over as too new.
 * @param before the lock there was */
export function resolutionNotes(
  chosen: readonly Chosen[],
  loadout: Loadout,
  { before, age }: { readonly before: Lock | undefined; readonly age: ReleaseAge | undefined },
): string[] {
  const overrides = loadout.overrides ?? {};
  return [
    ...overrideNotes(chosen, overrides),
    ...chosen.flatMap((each) => [
      ...withdrawnNote(each, before),
      ...deprecationNote(each),
      ...(age === undefined ? [] : ageNote(each, age, rangesOf(each.name, chosen, loadout))),
    ]),
  ];
}

function overrideNotes(
  chosen: readonly Chosen[],
  overrides: Readonly<Record<ToolkitName, string>>,
): string[] {
  return Object.entries(overrides)
    .sort(([a], [b]) => ordinalCompare(a, b))
    .flatMap(([name, range]) => {
      const needed = chosen.flatMap((each) => {
        const own = dependenciesOf(each);
        return Object.hasOwn(own, name) ? [{ by: each, range: own[name as ToolkitName] ?? '' }] : [];
      });
      if (needed.length === 0)
        return [`the override of ${name} has no effect: no chosen toolkit needs it${meant(name, chosen)}`];
      const version = chosen.find((each) => each.name === name)?.version ?? '';
      return needed
        .filter((each) => !semver.satisfies(version, each.range))
        .map(
          ({ by, range: asked }) =>
            `${name} ${version} is forced by the override ${range}: ${by.name} ${by.version} asks for ${asked}`,
        );
    });
}

function meant(name: string, chosen: readonly Chosen[]): string {
  const near = nearMatches(name, new Set(chosen.flatMap((each) => Object.keys(dependenciesOf(each)))));
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

function withdrawnNote(chosen: Chosen, before: Lock | undefined): string[] {
  const old = before && withdrawnVersion(chosen, before);
  return old === undefined
    ? []
    : [`${chosen.name} ${old}, which was locked, is not in the registry ${chosen.registry.name} any more`];
}

function deprecationNote({ name, version, packument }: Chosen): string[] {
  const reason = packument.versions[version]?.deprecated;
  return reason === undefined ? [] : [`${name} ${version} is deprecated: ${reason}`];
}

function ageNote({ name, version, packument, registry }: Chosen, age: ReleaseAge, ranges: readonly string[]) {
  if (isWorkingTree(registry)) return [];
  if (!statesTimes(packument))
    return [
      `the registry ${registry.name} does not say when ${name} was published: resolve.minAge does not apply`,
    ];
  const passedOver = Object.entries(packument.versions)
    .filter(([other]) => semver.gt(other, version))
    .filter(([other]) => ranges.every((range) => semver.satisfies(other, range)))
    .sort(([a], [b]) => semver.rcompare(a, b))
    .flatMap(([other, { publishedAt }]) => {
      const reason = tooNew(publishedAt, age);
      return reason === undefined ? [] : [`${name} ${other} was passed over, which is ${reason}`];
    });
  return passedOver.slice(0, 1);
}

import semver from 'semver';
import { isToolbaseError, nearMatches, ordinalCompare, type ToolkitName } from '../kernel/index.ts';
import { findToolkit, notFoundWords, type Registry } from '../registry/index.ts';

/** A toolkit that another one says it needs, and that cannot be had here. */
export interface LostDependency {
  readonly name: ToolkitName;
  readonly range: string;
  /** What is wrong with it, and what may have been meant. */
  readonly fault: string;
}

/** Which dependencies of a toolkit no registry knows, or has no version of that fits: probably mistyped, since nobody could
 * lock the toolkit. Registries that cannot be asked are not held against it.
 * @param needs semver ranges by name   @param registries asked only when there are dependencies */
export async function lostDependencies(
  needs: Readonly<Record<ToolkitName, string>>,
  registries: () => Promise<readonly Registry[]>,
): Promise<LostDependency[]> {
  const names = (Object.keys(needs) as ToolkitName[]).sort(ordinalCompare);
  if (names.length === 0) return [];
  const lost: LostDependency[] = [];
  const asked = await registries();
  for (const name of names) {
    const range = needs[name] ?? '*';
    const fault = await faultOf(name, range, asked);
    if (fault !== undefined) lost.push({ name, range, fault });
  }
  return lost;
}

async function faultOf(
  name: ToolkitName,
  range: string,
  registries: readonly Registry[],
): Promise<string | undefined> {
  try {
    const found = await findToolkit(registries, name);
    if (found === undefined) return `${notFoundWords(name, registries)}${await meant(name, registries)}`;
    const { versions, distTags } = found.packument;
    const fits =
      Object.hasOwn(distTags, range) ||
      Object.keys(versions).some((version) => semver.satisfies(version, range, { includePrerelease: true }));
    if (fits) return undefined;
    const there = Object.keys(versions).sort(semver.rcompare).slice(0, 4).join(', ');
    return `no version of ${name} fits ${range}; there are ${there}`;
  } catch (cause) {
    if (isToolbaseError(cause)) return undefined;
    throw cause;
  }
}

async function meant(name: ToolkitName, registries: readonly Registry[]): Promise<string> {
  const names = new Set<string>();
  for (const registry of registries) for (const each of await registry.names()) names.add(each);
  const near = nearMatches(name, names);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

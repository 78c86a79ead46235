import semver from 'semver';
import { parseWith, ToolbaseError, ToolkitName, Version } from '../kernel/index.ts';

/** A toolkit as a command names it: `grid`, `@lab/grid@^1.2`, `grid@next`. */
export interface ToolkitSpec {
  readonly name: ToolkitName;
  /** A version, range or tag. */
  readonly wanted: string | undefined;
}

/** @throws ToolbaseError BAD_NAME */
export function toolkitSpec(text: string): ToolkitSpec {
  const at = text.indexOf('@', 1);
  const name = parseWith(ToolkitName, at < 0 ? text : text.slice(0, at), JSON.stringify(text), 'BAD_NAME');
  const wanted = at < 0 ? '' : text.slice(at + 1).trim();
  return { name, wanted: wanted === '' ? undefined : wanted };
}

/** A toolkit with one exact version. @throws ToolbaseError BAD_NAME, USAGE */
export function exactSpec(text: string): { name: ToolkitName; version: Version } {
  const { name, wanted } = toolkitSpec(text);
  const version = Version.safeParse(wanted);
  if (version.success) return { name, version: version.data };
  throw new ToolbaseError('USAGE', `${JSON.stringify(text)} names no exact version`, {
    hint: `Write ${name}@ and a version, such as ${name}@1.0.0.`,
  });
}

/** The versions that a spec means; all of them when it wants none in particular.
 * @throws ToolbaseError USAGE for what is no range, NO_VERSION when none fits */
export function versionsWanted({ name, wanted = '*' }: ToolkitSpec, versions: readonly Version[]): Version[] {
  if (semver.validRange(wanted) === null)
    throw new ToolbaseError('USAGE', `${JSON.stringify(wanted)} is no version and no range of versions`);
  const fitting = versions.filter((version) =>
    semver.satisfies(version, wanted, { includePrerelease: true }),
  );
  if (fitting.length > 0) return fitting.sort(semver.compare);
  throw new ToolbaseError('NO_VERSION', `no version of ${name} is in ${wanted}`, {
    hint: `There are ${[...versions].sort(semver.rcompare).slice(0, 12).join(', ')}.`,
  });
}

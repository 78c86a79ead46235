import { ToolbaseError } from '../../kernel/index.ts';

/** Where a server shows what, by the files it was given. */
export interface Route {
  /** Of the lock, such as `symbolic-eda`. */
  readonly name: string;
  readonly lockFile: string;
  /** Paths of its MCP endpoint, the first is the one to tell. */
  readonly paths: readonly string[];
}

/** The name of a lockfile or archive without folder and ending. */
export const loadoutName = (lockFile: string): string =>
  (lockFile.split('/').at(-1) ?? '').replace(/\.lock$|(?:\.loadout)?\.(?:tgz|tar\.gz)$/, '');

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Names of lockfiles and archives without their endings: `a/b.lock` is served as `/b/mcp`, and a single one also
 * as `/mcp`.
 * @throws ToolbaseError USAGE when a name stands in no path, or stands there twice */
export function routesOf(lockFiles: readonly string[]): Route[] {
  const single = lockFiles.length === 1;
  const names = new Set<string>();
  return lockFiles.map((lockFile) => {
    const name = loadoutName(lockFile);
    if (single && !NAME.test(name)) return { name: 'mcp', lockFile, paths: ['/mcp'] };
    if (!NAME.test(name))
      throw new ToolbaseError('USAGE', `${JSON.stringify(name)} of ${lockFile} cannot stand in an address`, {
        hint: 'Rename the lockfile to letters, digits, dots and hyphens.',
      });
    if (names.has(name))
      throw new ToolbaseError('USAGE', `two lockfiles are called ${name}`, {
        hint: 'Each is served under its own name: rename one of them.',
      });
    names.add(name);
    return { name, lockFile, paths: single ? ['/mcp', `/${name}/mcp`] : [`/${name}/mcp`] };
  });
}

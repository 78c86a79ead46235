import type { ToolkitName } from '../kernel/index.ts';

/** What `init` can start: a toolkit in TypeScript, one whose host is an MCP server in Python, or a loadout. */
export const INIT_KINDS = ['typescript', 'python', 'loadout'] as const;
export type InitKind = (typeof INIT_KINDS)[number];

/** A file to be written: its path relative to the new folder, `/` between parts. */
export type InitFile = { readonly path: string; readonly text: string };

/** Files that a folder may have of its own; they are kept as they are. */
const KEPT = new Set(['.gitignore', 'README.md']);

export type InitPlan = {
  readonly write: readonly InitFile[];
  /** There already, and left alone. */
  readonly kept: readonly string[];
  /** There already, and needed with other text: nothing may be written. */
  readonly inTheWay: readonly string[];
};

/** Splits the files of a template by what the folder already holds.
 * @param present paths of those of the files that are there */
export const planInit = (files: readonly InitFile[], present: ReadonlySet<string>): InitPlan => ({
  write: files.filter(({ path }) => !present.has(path)),
  kept: files.flatMap(({ path }) => (present.has(path) && KEPT.has(path) ? [path] : [])),
  inTheWay: files.flatMap(({ path }) => (present.has(path) && !KEPT.has(path) ? [path] : [])),
});

/** The nearest toolkit name to a folder's: other characters become a dash. */
export const nearestToolkitName = (folderName: string): string =>
  folderName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100) || 'my-toolkit';

/** As nearestToolkitName, with the scope of a folder that lies in one: `@lab/x` is not taken for `x`.
 * @param dir absolute path */
export function folderToolkitName(dir: string): string {
  const [scope = '', folder = ''] = dir.split('/').slice(-2);
  const name = nearestToolkitName(folder);
  return /^@[A-Za-z0-9]/.test(scope) ? `@${nearestToolkitName(scope)}/${name}` : name;
}

/** A template's file for one toolkit. npm packs no `.gitignore`, so a template's has no dot. */
export const fillTemplate = ({ path, text }: InitFile, name: ToolkitName): InitFile => ({
  path: path === 'gitignore' ? '.gitignore' : path,
  text: text.replaceAll('{{name}}', name),
});

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isToolbaseError, parseStrictJson } from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import { TOOLBASE_MODULES } from './toolkit-imports.ts';

const Named = z.looseObject({ name: z.string(), version: z.string() });

const MAX_PACKAGE_JSON_BYTES = 4 * 1024 * 1024;

export type ModuleNames = {
  /** Name of a module that is the same wherever its file lies: `src/x.ts` of the toolkit, `toolbase/x` of this program,
   * `<package>@<version>/<file>` of a package; undefined for a file of none of them.
   * @param module esbuild's path, from the toolkit's folder, perhaps with a `namespace:` before it */
  readonly nameOf: (module: string) => Promise<string | undefined>;
};

/** @param folder the toolkit's, absolute and without links */
export async function createModuleNames(folder: string): Promise<ModuleNames> {
  const roots = new Map<string, Promise<string | undefined>>();
  const ours = await realpath(TOOLBASE_MODULES);

  /** `<name>@<version>` when the folder is a package's root. */
  const packageAt = (root: string): Promise<string | undefined> => {
    const known = roots.get(root) ?? readPackageName(path.join(root, 'package.json'));
    roots.set(root, known);
    return known;
  };

  const packageFile = async (file: string): Promise<string | undefined> => {
    // A package whose folder holds the toolkit is a workspace, not something that was installed.
    for (let root = path.dirname(file); !isInside(folder, root); root = path.dirname(root)) {
      const name = await packageAt(root);
      if (name !== undefined) return `${name}/${slashed(root, file)}`;
    }
    return undefined;
  };

  const nameOf = async (module: string): Promise<string | undefined> => {
    const [, namespace = '', relative = ''] = /^(\([a-z]+\):)?(.*)$/s.exec(module) ?? [];
    const file = path.resolve(folder, relative);
    if (isInside(file, folder) && !slashed(folder, file).split('/').includes('node_modules'))
      return namespace + slashed(folder, file);
    if (isInside(file, ours) && !slashed(ours, file).split('/').includes('node_modules'))
      return `${namespace}toolbase/${slashed(ours, file).replace(/\.[jt]s$/, '')}`;
    const name = await packageFile(file);
    return name === undefined ? undefined : namespace + name;
  };
  return { nameOf };
}

const slashed = (root: string, file: string): string => path.relative(root, file).split(path.sep).join('/');

const isInside = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);

async function readPackageName(file: string): Promise<string | undefined> {
  try {
    const found = Named.safeParse(parseStrictJson(await readTextBounded(file, MAX_PACKAGE_JSON_BYTES), file));
    return found.success ? `${found.data.name}@${found.data.version}` : undefined;
  } catch (cause) {
    if (isToolbaseError(cause)) return undefined;
    throw cause;
  }
}

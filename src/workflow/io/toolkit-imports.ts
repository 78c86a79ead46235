import { existsSync } from 'node:fs';
import path from 'node:path';
import type { OnResolveArgs, Plugin, PluginBuild } from 'esbuild';

const TOOLKIT_FILE = `toolkit${path.extname(import.meta.filename)}`;

/** Folder of toolbase's own compiled modules (or of its sources, when it runs from them), seen from a module or from a
 * bundle. */
export const TOOLBASE_MODULES = locateModules();

/** `toolbase/toolkit` in the same form as this module. */
const TOOLKIT_MODULE = path.join(TOOLBASE_MODULES, TOOLKIT_FILE);

function locateModules(): string {
  for (let folder = import.meta.dirname; path.dirname(folder) !== folder; folder = path.dirname(folder))
    if (existsSync(path.join(folder, TOOLKIT_FILE))) return folder;
  throw new Error(`${TOOLKIT_FILE} is missing: the package was not built`);
}

/** Resolves `toolbase/toolkit` to the running program's own module, whatever copy an author has installed, and `zod` to
 * the author's copy or else to the one that toolbase itself uses. */
export const toolkitImports = (): Plugin => ({
  name: 'toolkit-imports',
  setup(build) {
    build.onResolve({ filter: /^toolbase(?:\/|$)/ }, ({ path: specifier }) =>
      specifier === 'toolbase/toolkit'
        ? { path: TOOLKIT_MODULE }
        : { errors: [{ text: `${specifier} cannot be part of a toolkit; import toolbase/toolkit` }] },
    );
    build.onResolve({ filter: /^zod(?:\/|$)/ }, (args) => resolveZod(build, args));
  },
});

/** Marks a resolution that this plugin asked for itself. */
const ASKED = Symbol('asked');

async function resolveZod(build: PluginBuild, args: OnResolveArgs) {
  if (args.pluginData === ASKED) return undefined;
  const { path: specifier, kind, importer, resolveDir } = args;
  const own = await build.resolve(specifier, { kind, importer, resolveDir, pluginData: ASKED });
  if (own.errors.length === 0) return { path: own.path, sideEffects: own.sideEffects };
  const ours = await build.resolve(specifier, { kind, resolveDir: TOOLBASE_MODULES, pluginData: ASKED });
  return ours.errors.length === 0 ? { path: ours.path, sideEffects: ours.sideEffects } : undefined;
}

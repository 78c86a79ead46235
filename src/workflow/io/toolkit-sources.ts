import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Loader, Plugin } from 'esbuild';
import { TOOLBASE_MODULES } from './toolkit-imports.ts';

/** Marks the error of a native add-on. */
export const NATIVE = 'native';

/** In place of any tsconfig.json. */
export const TSCONFIG = { compilerOptions: { target: 'es2022' } };

const PLACE_OF_SOURCE = /\b__(?:dirname|filename)\b|\bimport\.meta\.(?:url|dirname|filename)\b/;

/** Refuses native add-ons, and reads the sources of the toolkit and of toolbase itself.
 * @param asksForPlace told of each source of the toolkit that depends on where it lies */
export const toolkitSources = (folder: string, asksForPlace: (file: string) => void): Plugin => ({
  name: 'toolkit-sources',
  setup(build) {
    build.onLoad({ filter: /\.node$/ }, ({ path: file }) => ({
      errors: [{ text: `${path.basename(file)} is a native add-on`, detail: NATIVE }],
    }));
    build.onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path: file }) => {
      const loader: Loader = /\.[cm]?ts$/.test(file) ? 'ts' : 'js';
      if (isSourceOf(folder, file)) {
        const text = await readFile(file, 'utf8');
        if (PLACE_OF_SOURCE.test(text)) asksForPlace(path.relative(folder, file));
        return { contents: leanZod(text), loader };
      }
      if (!isSourceOf(TOOLBASE_MODULES, file)) return undefined;
      return { contents: await plainForm(leanZod(await readFile(file, 'utf8')), loader), loader: 'js' };
    });
  },
});

function isSourceOf(folder: string, file: string): boolean {
  const parts = path.relative(folder, file).split(path.sep);
  return parts[0] !== '..' && !parts.includes('node_modules');
}

/** `import { z } from 'zod'` would take the whole library with its 50 locales; the namespace form takes what is used. */
const leanZod = (text: string): string =>
  text.replace(/^import\s*\{\s*z\s*\}\s*from\s*(['"])zod\1/m, 'import * as z from $1zod$1');

// As the compiler that makes the published modules reads them.
const OWN_TSCONFIG = { compilerOptions: { ...TSCONFIG.compilerOptions, verbatimModuleSyntax: true } };

/** Without comments and line breaks, which esbuild keeps in part: the bundle is the same whether toolbase runs from its
 * sources or from its compiled modules. */
async function plainForm(text: string, loader: Loader): Promise<string> {
  const { transform } = await import('esbuild');
  const options = { loader, minifyWhitespace: true, charset: 'utf8', tsconfigRaw: OWN_TSCONFIG } as const;
  return (await transform(text, options)).code;
}

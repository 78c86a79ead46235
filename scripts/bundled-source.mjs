// How the bundles take this project's own sources.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const LIST = String.raw`\{([^}]*)\} from '([^']+)';`;
const IMPORT = new RegExp(`^import ${LIST}`, 'gm');
const RE_EXPORT = new RegExp(`^export ${LIST}`, 'gm');

/** Sources with two kinds of import written shorter.
 *
 * `import { z } from 'zod'` takes the whole library with 50 locales; the namespace form takes what is used.
 *
 * What is imported from a module's `index.ts` is imported from the file that has it. Bundles of several entries are
 * split by which entry reaches which file, and whoever imports an `index.ts` reaches every file behind it.
 * @type {import('esbuild').Plugin} */
export const bundledSource = {
  name: 'bundled-source',
  setup({ onLoad, initialOptions }) {
    const sources = path.join(initialOptions.absWorkingDir ?? '', 'src');
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      if (!file.startsWith(sources)) return undefined;
      const text = readFileSync(file, 'utf8').replace("import { z } from 'zod'", "import * as z from 'zod'");
      return {
        contents: text.replace(IMPORT, (whole, names, from) => direct(file, names, from) ?? whole),
        loader: 'ts',
      };
    });
  },
};

/** @param {string} file that imports @param {string} names @param {string} from */
function direct(file, names, from) {
  if (path.basename(from) !== 'index.ts') return undefined;
  const index = path.resolve(path.dirname(file), from);
  return valuesOf(names)
    .map((name) => `import { ${name} } from ${JSON.stringify(sourceOf(index, name.split(' ')[0] ?? ''))};`)
    .join('');
}

/** The file that an `index.ts` has a name from: itself, when it makes it. @param {string} index @param {string} name @returns {string} */
function sourceOf(index, name) {
  for (const [, names = '', from = ''] of readFileSync(index, 'utf8').matchAll(RE_EXPORT)) {
    if (!valuesOf(names).includes(name)) continue;
    const file = path.resolve(path.dirname(index), from);
    return path.basename(file) === 'index.ts' ? sourceOf(file, name) : file;
  }
  return index;
}

/** The names of a list, `a as b` as it stands, without those of types. @param {string} list */
const valuesOf = (list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));

// Bundles what must start fast: dist/node-host.js, the program of `node` hosts.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/** `import { z } from 'zod'` takes the whole library with 50 locales; the namespace form takes what is used.
 * @type {import('esbuild').Plugin} */
const leanZod = {
  name: 'lean-zod',
  setup({ onLoad, initialOptions }) {
    const sources = path.join(initialOptions.absWorkingDir ?? '', 'src');
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      if (!file.startsWith(sources)) return undefined;
      const text = await readFile(file, 'utf8');
      return { contents: text.replace("import { z } from 'zod'", "import * as z from 'zod'"), loader: 'ts' };
    });
  },
};

/** @param {string} root folder of the package */
export async function bundle(root) {
  await build({
    absWorkingDir: root,
    entryPoints: { 'node-host': 'src/host/io/runner/main.ts' },
    outdir: path.join(root, 'dist'),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [leanZod],
  });
}

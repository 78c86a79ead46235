// Bundles what must start fast, so that Node reads few files and compiles only what is used:
// dist/serve.js, `toolbase serve`; dist/node-host.js, the program of `node` hosts.
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

/** CommonJS modules in a bundle ask for Node's own modules by `require`. */
const REQUIRE = "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);";

/** @param {string} root folder of the package @param {import('esbuild').BuildOptions} options */
const bundleEach = (root, options) =>
  build({
    absWorkingDir: root,
    outdir: path.join(root, 'dist'),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    // jsonc-parser's CommonJS form asks for its parts by computed names.
    mainFields: ['module', 'main'],
    format: 'esm',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [leanZod],
    ...options,
  });

/** @param {string} root folder of the package */
export async function bundle(root) {
  await bundleEach(root, { entryPoints: { 'node-host': 'src/host/io/runner/main.ts' } });
  // Split, so that what is loaded late (the MCP client, the schema validator) is not even read at the start.
  await bundleEach(root, {
    entryPoints: { serve: 'src/server/io/serve-entry.ts' },
    splitting: true,
    chunkNames: 'serve-[name]-[hash]',
    banner: { js: REQUIRE },
    metafile: true,
  });
}

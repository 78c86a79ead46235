// Bundles what must start fast, so that Node reads few files and compiles only what is used:
// dist/serve.js, the start of `toolbase serve`, and dist/serve-*.js, what it loads late;
// dist/node-host.js, the program of `node` hosts;
// dist/quick/start.js, the start of the commands of one word, with what it loads late beside it, and
// dist/quick/install.js, that of `install`;
// dist/serve-archive.js, which serves a loadout archive, and needs no other file but node-host.js.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { bundledSource } from './bundled-source.mjs';
import { leanOclif } from './lean-oclif.mjs';
import { leanUndici } from './lean-undici.mjs';

/** CommonJS modules in a bundle ask for Node's own modules by `require`. */
const REQUIRE = "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);";

/** oclif's own modules are CommonJS, and look at where they are. */
const PLACE =
  "import{fileURLToPath as __fu}from'node:url';import{dirname as __dn}from'node:path';const __filename=__fu(import.meta.url);const __dirname=__dn(__filename);";

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
    plugins: [bundledSource],
    ...options,
  });

/** What is loaded late stands in files of its own, which the start neither reads nor compiles. */
const LATE = {
  'serve-calls': 'src/server/io/session-calls.ts',
  'serve-materials': 'src/server/io/session-materials.ts',
  'serve-spans': 'src/server/io/spans.ts',
  'serve-http': 'src/server/io/http/serve-routes.ts',
  'serve-environments': 'src/server/io/check-environments.ts',
  'serve-machine': 'src/server/io/check-machine.ts',
};

/** A module that a bundle imports late and holds itself would keep esbuild from dropping what is unused around it: in
 * the start, every late import goes to another file. Those not listed above are dropped with the code around them.
 * @type {import('esbuild').Plugin} */
const lateApart = {
  name: 'late-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path: name }) => {
      if (kind !== 'dynamic-import') return undefined;
      const late = Object.entries(LATE).find(([, source]) => path.basename(source) === path.basename(name));
      return { path: late === undefined ? NOT_IN_START : `./${late[0]}.js`, external: true };
    });
  },
};

const NOT_IN_START = './not-in-start.js';

/** The SDK brings a JSON Schema validator of 150 kB for what is never used here.
 * @type {import('esbuild').Plugin} */
const noSdkValidator = {
  name: 'no-sdk-validator',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/(server|client)\/_shims$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'shims',
    }));
    onLoad({ filter: /.*/, namespace: 'shims' }, () => ({
      contents: SHIMS,
      resolveDir: import.meta.dirname,
    }));
  },
};

// Importing node:process would read every one of its members, some of which take milliseconds to make.
const SHIMS = `
export const process = globalThis.process;
export const CORS_IS_POSSIBLE = false;
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('this bundle holds no JSON Schema validator'); }
}`;

/** Two bundles: one for all would be split into many more files, as each set of commands shares other sources. */
const QUICK = { start: 'src/cli/quick-start.ts', install: 'src/cli/install-entry.ts' };

/** @param {string} root folder of the package */
export async function bundle(root) {
  await rm(path.join(root, 'dist/serve'), { recursive: true, force: true });
  await bundleEach(root, { entryPoints: { 'node-host': 'src/host/io/runner/main.ts' } });
  const { metafile } = await bundleEach(root, {
    entryPoints: { serve: 'src/server/io/serve-entry.ts' },
    banner: { js: REQUIRE },
    plugins: [bundledSource, lateApart, noSdkValidator],
    metafile: true,
  });
  const stray = Object.values(metafile?.outputs ?? {}).flatMap(({ imports }) =>
    imports.filter((each) => each.path === NOT_IN_START),
  );
  if (stray.length > 0) throw new Error('the start of serve imports a late module that is not listed');
  await bundleEach(root, {
    entryPoints: LATE,
    splitting: true,
    chunkNames: 'serve/[name]-[hash]',
    banner: { js: REQUIRE },
    plugins: [bundledSource, noSdkValidator],
  });
  await bundleEach(root, {
    entryPoints: { 'serve-archive': 'src/cli/serve-archive-entry.ts' },
    banner: { js: REQUIRE },
    plugins: [bundledSource, noSdkValidator],
  });
  await rm(path.join(root, 'dist/quick'), { recursive: true, force: true });
  for (const [name, source] of Object.entries(QUICK))
    await bundleEach(root, {
      entryPoints: { [`quick/${name}`]: source },
      splitting: true,
      // As deep as the module that looks for the program's folder from where it is.
      chunkNames: 'quick/[name]-[hash]',
      banner: { js: `${REQUIRE}${PLACE}` },
      plugins: [bundledSource, leanOclif, leanUndici],
      // esbuild and typescript look for files beside them, secretlint is seldom asked.
      external: ['typescript', 'esbuild', '@secretlint/*'],
    });
}

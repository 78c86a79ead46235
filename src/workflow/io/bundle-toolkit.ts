import { isBuiltin } from 'node:module';
import type { BuildFailure, Message, Metafile } from 'esbuild';
import { ToolbaseError } from '../../kernel/index.ts';
import type { ManifestNote } from '../../manifest/index.ts';
import { relabelBundle } from '../relabel-bundle.ts';
import { createModuleNames, type ModuleNames } from './module-names.ts';
import { NATIVE, toolkitSources, TSCONFIG } from './toolkit-sources.ts';
import { toolkitImports } from './toolkit-imports.ts';

export type ToolkitBundle = { readonly bytes: Uint8Array; readonly warnings: readonly ManifestNote[] };

// What esbuild would leave for the running program to find; in the store there is nothing to find.
const LEFT_TO_RUN_TIME = {
  'unsupported-require-call': 'warning',
  'unsupported-dynamic-import': 'warning',
  'indirect-require': 'warning',
  'require-resolve-not-external': 'warning',
} as const;

/** Bundles a toolkit's entry module (TypeScript or JavaScript) and all it imports into one ES module for Node 20.
 * Equal sources give equal bytes wherever they lie.
 * @param folder absolute path without links   @param entry relative to it
 * @throws ToolbaseError BAD_MANIFEST when it does not compile, UNSUPPORTED for native add-ons, dynamic requires and
 * modules that cannot be inlined */
export async function bundleToolkit(folder: string, entry: string): Promise<ToolkitBundle> {
  // Late: commands that pack nothing start without the bundler.
  const { build } = await import('esbuild');
  const warnings: ManifestNote[] = [];
  const result = await build({
    absWorkingDir: folder,
    entryPoints: [`./${entry}`],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    charset: 'utf8',
    legalComments: 'inline',
    // WebAssembly and fonts go in as their bytes.
    loader: { '.wasm': 'binary', '.ttf': 'binary' },
    logLevel: 'silent',
    logOverride: LEFT_TO_RUN_TIME,
    // A tsconfig.json somewhere above would make the bytes depend on the place.
    tsconfigRaw: TSCONFIG,
    plugins: [
      toolkitImports(),
      toolkitSources(folder, (where) =>
        warnings.push({ where, reason: 'asks for its own place, which is another one in the package' }),
      ),
    ],
  }).catch((failure: unknown) => {
    throw isBuildFailure(failure) ? notBundled(entry, failure.errors) : failure;
  });
  const modules = modulesOf(result.metafile);
  const included = result.warnings.filter(({ location }) => location !== null && modules.has(location.file));
  const dynamic = included.filter(({ id }) => id in LEFT_TO_RUN_TIME);
  if (dynamic.length > 0) throw cannotInline(linesOf(dynamic));
  for (const warning of included) warnings.push({ where: placeOf(warning), reason: warning.text });
  const labels = await labelsOf(modules, result.metafile, await createModuleNames(folder));
  const text = relabelBundle(result.outputFiles[0]?.text ?? '', labels);
  return { bytes: Buffer.from(withRequire(text)), warnings };
}

const isBuildFailure = (thrown: unknown): thrown is BuildFailure =>
  thrown instanceof Error && 'errors' in thrown && Array.isArray(thrown.errors);

/** The modules of which something is left in the bundle. */
const modulesOf = ({ outputs }: Metafile): Set<string> =>
  new Set(
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([module, { bytesInOutput }]) => (bytesInOutput > 0 ? [module] : [])),
    ),
  );

const linesOf = (messages: readonly Message[]): string =>
  messages.map((message) => `\n  ${placeOf(message)}: ${message.text}`).join('');

/** The entry itself is resolved from no place in a file. */
const isEntryMissing = ({ location, text }: Message): boolean =>
  location === null && text.startsWith('Could not resolve');

const notBundled = (entry: string, errors: readonly Message[]): ToolbaseError => {
  if (errors.some(isEntryMissing))
    return new ToolbaseError('BAD_MANIFEST', `toolkit.yaml: /host/entry: ${entry} does not exist`, {
      hint: 'Name the module that exports `toolkit`, relative to the folder of the toolkit.',
    });
  return errors.every(({ detail }) => detail === NATIVE)
    ? cannotInline(linesOf(errors))
    : new ToolbaseError('BAD_MANIFEST', `${entry} does not compile:${linesOf(errors)}`, {
        hint: 'Correct the sources, or install what they import, and pack again.',
      });
};

const cannotInline = (lines: string): ToolbaseError =>
  new ToolbaseError('UNSUPPORTED', `the toolkit cannot be bundled into one file:${lines}`, {
    hint: 'Import modules by a fixed name, use packages without native add-ons, or wrap the program as an MCP server.',
  });

const placeOf = ({ location }: Message): string =>
  location === null ? 'bundle' : `${location.file}:${location.line}`;

/** What esbuild calls the place of its own functions, which decode files that go in as bytes. */
const BUNDLER_RUNTIME = '<runtime>';

/** A stable name for every module of the bundle.
 * @throws ToolbaseError UNSUPPORTED for what is outside the toolkit and its packages, or was not inlined */
async function labelsOf(
  modules: ReadonlySet<string>,
  metafile: Metafile,
  names: ModuleNames,
): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  const faults: string[] = [];
  for (const module of modules) {
    const imports = metafile.inputs[module]?.imports ?? [];
    const name = await names.nameOf(module);
    if (name === undefined) faults.push(`\n  ${module}: lies outside the toolkit and its packages`);
    else labels.set(module, name);
    for (const imported of imports)
      if (imported.external === true && !isBuiltin(imported.path) && imported.path !== BUNDLER_RUNTIME)
        faults.push(`\n  ${module}: ${imported.path} is not installed`);
  }
  if (faults.length > 0) throw cannotInline(faults.join(''));
  return labels;
}

// CommonJS packages reach Node's own modules by require, which an ES module has to make for itself.
const withRequire = (text: string): string =>
  text.includes('__require(')
    ? `import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);\n${text}`
    : text;

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { describeMcpToolkit, describeNodeToolkit } from '../../src/host/io/index.ts';
import { integrityOf, type Json, parseWith } from '../../src/kernel/index.ts';
import { Loadout } from '../../src/loadout/index.ts';
import { buildLock, type Lock, type LockSource } from '../../src/lockfile/index.ts';
import { writeLock } from '../../src/lockfile/io/index.ts';
import {
  declaredOperations,
  lowerSchema,
  readSkill,
  ToolkitManifest,
  ToolkitSource,
  upstreamDigests,
} from '../../src/manifest/index.ts';
import { treeDigest, type TreeEntry } from '../../src/store/index.ts';
import { openStore } from '../../src/store/io/index.ts';
import { tempFolder } from '../setup/temp-folder.ts';

const FIXTURES = path.join(import.meta.dirname, '../fixtures/hosts');

const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** One file that runs from the store, as `pack` would make it. */
async function bundled(fixture: string): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [path.join(FIXTURES, fixture)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
    logLevel: 'error',
    banner: { js: "import{createRequire as __r}from'node:module';const require=__r(import.meta.url);" },
  });
  return Buffer.from(outputFiles[0]!.contents);
}

type OperationDescription = ReturnType<typeof declaredOperations>[number];

const lowered = (schema: Json, direction: 'input' | 'output') => {
  const result = lowerSchema(schema, direction);
  return result.kind === 'lowered' ? result.schema : undefined;
};

/** The operations of a node fixture as `pack` freezes them, less its checks. */
async function nodeOperations(entry: string) {
  return (await describeNodeToolkit(entry)).map(operationOf);
}

function operationOf({ inputSchema, outputSchema = {}, ...rest }: OperationDescription) {
  const served = (rest.maxResultBytes ?? Infinity) <= 8192 ? lowered(outputSchema, 'output') : undefined;
  return {
    ...rest,
    inputSchema: lowered(inputSchema, 'input'),
    ...(served === undefined ? {} : { outputSchema: served }),
    annotations: ANNOTATIONS,
    effects: rest.effects ?? {},
  };
}

async function mcpOperations(folder: string, host: Parameters<typeof describeMcpToolkit>[0]['host']) {
  const tools = await describeMcpToolkit({ name: 'wrapped', folder, host });
  return tools.map((tool) => ({
    name: tool.name.replaceAll('.', '_'),
    upstreamName: tool.name,
    description: typeof tool.description === 'string' ? tool.description : tool.name,
    inputSchema: lowered(tool.inputSchema, 'input'),
    annotations: ANNOTATIONS,
    effects: {},
    upstreamDigests: upstreamDigests(tool),
  }));
}

const execOperations = (operations: unknown) =>
  declaredOperations(
    parseWith(ToolkitSource.shape.operations, operations as Json, 'operations', 'BAD_MANIFEST'),
  ).map(operationOf);

function skillOf(folder: string, files: Readonly<Record<string, string>>) {
  const own = Object.entries(files).filter(([file]) => file.startsWith(`${folder}/`));
  return readSkill({
    folder,
    text: files[`${folder}/SKILL.md`]!,
    otherTexts: own
      .filter(([file]) => file !== `${folder}/SKILL.md`)
      .map(([file, text]) => ({ path: file, text })),
    digest: treeDigest(
      own.map(([file, text]) => ({
        path: file.slice(folder.length + 1),
        mode: 0o644,
        bytes: Buffer.from(text),
      })),
    ),
  });
}

export interface FixtureToolkit {
  readonly name: string;
  readonly fixture: string;
  readonly kind?: 'node' | 'mcp' | 'exec';
  /** Of an `mcp` toolkit, where it is not the handshake's. */
  readonly era?: 'modern';
  /** Of an `exec` toolkit, as toolkit.yaml declares them. */
  readonly operations?: unknown;
  /** More files of the package: skills. */
  readonly files?: Readonly<Record<string, string>>;
  /** Folders of skills among the files. */
  readonly skills?: readonly string[];
  /** Replaces parts of the manifest after the toolkit was described. */
  readonly change?: (manifest: Record<string, unknown>) => Record<string, unknown>;
}

export interface Installed {
  readonly home: string;
  readonly lockFile: string;
  readonly lock: Lock;
  readonly store: ReturnType<typeof openStore>;
}

async function treeOf(toolkit: FixtureToolkit): Promise<{ manifest: ToolkitManifest; tree: TreeEntry[] }> {
  const isExec = toolkit.kind === 'exec';
  const bytes = isExec ? readFileSync(path.join(FIXTURES, toolkit.fixture)) : await bundled(toolkit.fixture);
  const folder = tempFolder('toolkit');
  const entry = path.join(folder, 'host.mjs');
  writeFileSync(entry, bytes);
  const mcp = {
    kind: 'mcp' as const,
    command: 'node',
    args: ['${toolkit}/host.mjs'],
    env: { WRAPPED_FOR: '${workspace}' },
    ...(toolkit.era === undefined ? {} : { era: toolkit.era }),
  };
  const isMcp = toolkit.kind === 'mcp';
  const plain = {
    formatVersion: 1,
    kind: 'toolkit',
    name: toolkit.name,
    version: '1.0.0',
    title: 'A fixture',
    summary: 'For tests.',
    host: isMcp
      ? mcp
      : isExec
        ? { kind: 'exec', command: '${toolkit}/host.mjs', args: [], env: {} }
        : { kind: 'node', entry: 'host.mjs' },
    operations: isMcp
      ? await mcpOperations(folder, mcp)
      : isExec
        ? execOperations(toolkit.operations)
        : await nodeOperations(entry),
    bundles: {},
    skills: (toolkit.skills ?? []).map((folder) => skillOf(folder, toolkit.files ?? {})),
    settings: {},
    externals: {},
    environments: {},
    toolkitDependencies: {},
  };
  const changed = toolkit.change?.(plain) ?? plain;
  const manifest = parseWith(ToolkitManifest, changed, toolkit.name, 'BAD_MANIFEST');
  const files = {
    'host.mjs': bytes,
    'toolkit.json': Buffer.from(JSON.stringify(manifest)),
    ...Object.fromEntries(
      Object.entries(toolkit.files ?? {}).map(([file, text]) => [file, Buffer.from(text)] as const),
    ),
  };
  const tree = Object.entries(files).map(([file, content]) => ({
    path: file,
    mode: isExec ? (0o755 as const) : (0o644 as const),
    bytes: content,
  }));
  return { manifest, tree };
}

/** Packs fixtures, puts them into the store of a fresh home, and locks all of their operations. */
export async function installFixtures(...toolkits: FixtureToolkit[]): Promise<Installed> {
  const home = tempFolder('home');
  const store = openStore(path.join(home, 'store'));
  const sources: LockSource[] = [];
  for (const toolkit of toolkits) {
    const { manifest, tree } = await treeOf(toolkit);
    const digest = treeDigest(tree);
    await store.put(tree, digest);
    const integrity = integrityOf(Buffer.from(digest));
    sources.push({ registry: 'test', integrity, treeDigest: digest, manifest });
  }
  const loadout = parseWith(
    Loadout,
    {
      formatVersion: 1,
      instructions: 'Use the tools.',
      toolkits: Object.fromEntries(toolkits.map(({ name }) => [name, { version: '^1.0.0' }])),
    },
    'loadout',
    'BAD_LOADOUT',
  );
  const lock = buildLock(loadout, sources);
  const lockFile = path.join(tempFolder('lock'), 'test.lock');
  await writeLock(lockFile, lock);
  return { home, lockFile, lock, store };
}

/** A fresh folder with one file in it. */
export function workspaceFolder(): string {
  const folder = path.join(tempFolder('workspace'), 'workspace');
  mkdirSync(path.join(folder, 'in'), { recursive: true });
  writeFileSync(path.join(folder, 'in', 'data.txt'), 'seven\n');
  return folder;
}

import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  type Digest,
  type Integrity,
  integrityOf,
  isAbsent,
  isToolbaseError,
  ToolbaseError,
  type ToolkitName,
} from '../../kernel/index.ts';
import { atomicWrite, readBounded, makeFolder } from '../../kernel/io/index.ts';
import {
  declaredOperations,
  type DescribedOperations,
  type EnvironmentDeclaration,
  type HostSource,
  type ManifestNote,
  type OperationDescription,
  type ToolkitSource,
  type UpstreamTool,
} from '../../manifest/index.ts';
import { buildTarball, readTarball, treeDigest, type TreeEntry } from '../../store/index.ts';
import { auditPackage, type MachineTraces, type PackageFinding } from '../audit-package.ts';
import { planPackage } from '../plan-package.ts';
import { type Origin, withProvenance } from '../provenance-record.ts';
import { checkServerFiles } from '../wrapped-server-files.ts';
import { bundleToolkit } from './bundle-toolkit.ts';
import { readToolkitFolder, type ReadFolder } from './read-toolkit-folder.ts';

export type PackRequest = {
  /** The toolkit's folder. */
  readonly dir: string;
  /** Folder to write the package to; made when missing. */
  readonly outDir: string;
  /** Replace another package of the same name and version. */
  readonly force?: boolean;
  /** Write nothing. */
  readonly dryRun?: boolean;
};

/** A wrapped server as it will be installed. */
export type StagedServer = {
  readonly name: ToolkitName;
  /** Absolute path of a copy of the packed files. */
  readonly folder: string;
  readonly host: Extract<HostSource, { kind: 'mcp' }>;
  readonly source: ToolkitSource;
  readonly declaredEnvironments: Readonly<Record<string, EnvironmentDeclaration>>;
};

/** What packing asks of hosts and of the machine. */
export type PackHosts = {
  /** @param entry absolute path of the bundled module */
  readonly describeNode: (entry: string) => Promise<readonly OperationDescription[]>;
  readonly describeMcp: (server: StagedServer) => Promise<readonly UpstreamTool[]>;
  /** What the package says of where it comes from. Without it, it says nothing.
   * @param folder absolute path of the toolkit's folder */
  readonly origin?: (folder: string) => Promise<Origin>;
  /** What the package should not name unnoticed. Without it, nobody looks. */
  readonly machine?: MachineTraces;
};

export type PackResult = {
  /** Where the package is, or, in a dry run, where it would be. */
  readonly file: string;
  readonly dryRun: boolean;
  readonly name: string;
  readonly version: string;
  readonly integrity: Integrity;
  readonly treeDigest: Digest;
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[];
  readonly operations: readonly string[];
  readonly warnings: readonly ManifestNote[];
  readonly findings: readonly PackageFinding[];
};

/** Makes the publishable tarball of a toolkit's folder. Equal folders give equal bytes.
 * @throws ToolbaseError BAD_MANIFEST, BAD_SCHEMA, BAD_YAML, BAD_JSON, UNSUPPORTED, NOT_FOUND, ALREADY_EXISTS, HOST_FAILED */
export async function pack(request: PackRequest, hosts: PackHosts): Promise<PackResult> {
  const folder = await readToolkitFolder(request.dir);
  const { bundle, bundleWarnings, described } = await describeToolkit(folder, hosts);
  const plan = planPackage(folder, described, bundle);
  const origin = await hosts.origin?.(folder.folder);
  const tarball = buildTarball(origin === undefined ? plan.entries : withProvenance(plan.entries, origin));
  const entries = readTarball(tarball, plan.fileName);
  const file = path.join(path.resolve(request.outDir), plan.fileName);
  const dryRun = request.dryRun === true;
  if (!dryRun) await writePackage(file, tarball, request.force === true);
  const { name, version, operations } = plan.manifest;
  return {
    file,
    dryRun,
    name,
    version,
    integrity: integrityOf(tarball),
    treeDigest: treeDigest(entries),
    files: entries.map((entry) => ({ path: entry.path, sizeBytes: entry.bytes.length })),
    operations: operations.map((operation) => operation.name),
    warnings: [
      ...folder.leftOut.map((left) => ({ where: left, reason: 'is left out: such files are never packed' })),
      ...bundleWarnings,
      ...plan.warnings,
    ],
    findings: hosts.machine === undefined ? [] : await auditPackage(entries, hosts.machine),
  };
}

export type DescribedToolkit = {
  readonly described: DescribedOperations;
  readonly bundle: Uint8Array | undefined;
  readonly bundleWarnings: readonly ManifestNote[];
};

/** What a toolkit's host says of its operations, and the bundled host. */
export async function describeToolkit(
  folder: ReadFolder,
  hosts: Pick<PackHosts, 'describeNode' | 'describeMcp'>,
): Promise<DescribedToolkit> {
  const { host } = folder.source;
  const { name } = folder.packageJson;
  if (host.kind === 'node') {
    const { bytes, warnings } = await bundleToolkit(folder.folder, host.entry);
    return inScratch([{ path: 'toolkit.mjs', mode: 0o644, bytes }], async (scratch) => ({
      described: { kind: 'node', operations: await hosts.describeNode(path.join(scratch, 'toolkit.mjs')) },
      bundle: bytes,
      bundleWarnings: warnings,
    }));
  }
  const { source, files, environments: declaredEnvironments } = folder;
  checkServerFiles(
    host,
    files.map((file) => file.path),
  );
  if (host.kind === 'exec')
    return {
      described: { kind: 'exec', operations: declaredOperations(source.operations) },
      bundle: undefined,
      bundleWarnings: [],
    };
  return inScratch(files, async (scratch) => ({
    described: {
      kind: 'mcp',
      tools: await hosts.describeMcp({ name, folder: scratch, host, source, declaredEnvironments }),
    },
    bundle: undefined,
    bundleWarnings: [],
  }));
}

/** Runs `use` with a copy of the files in a folder that is removed afterwards. */
async function inScratch<T>(files: readonly TreeEntry[], use: (folder: string) => Promise<T>): Promise<T> {
  const scratch = await realpath(await mkdtemp(path.join(os.tmpdir(), 'toolbase-pack-')));
  try {
    for (const { path: at, mode, bytes } of files) {
      const file = path.join(scratch, at);
      await makeFolder(path.dirname(file));
      await writeFile(file, bytes, { mode });
    }
    return await use(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function writePackage(file: string, tarball: Uint8Array, force: boolean): Promise<void> {
  const present = force ? undefined : await presentPackage(file, tarball.length);
  if (present !== undefined && !present.equals(tarball))
    throw new ToolbaseError('ALREADY_EXISTS', `${file} holds another package of the same version`, {
      hint: 'Raise the version in package.json, or replace the file with --force.',
    });
  await atomicWrite(file, tarball);
}

async function presentPackage(file: string, sizeBytes: number): Promise<Buffer | undefined> {
  try {
    return await readBounded(file, sizeBytes);
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    // A longer file is another package.
    if (isToolbaseError(cause) && cause.code === 'FILE_TOO_LARGE') return Buffer.alloc(0);
    throw cause;
  }
}

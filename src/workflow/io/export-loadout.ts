import path from 'node:path';
import {
  type Digest,
  type Integrity,
  integrityOf,
  isToolbaseError,
  ToolbaseError,
} from '../../kernel/index.ts';
import { atomicWrite, readTextBounded } from '../../kernel/io/index.ts';
import type { Loadout } from '../../loadout/index.ts';
import { readLoadout } from '../../loadout/io/index.ts';
import { type Lock, refuseLinked } from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import type { Registry } from '../../registry/index.ts';
import type { Store } from '../../store/io/index.ts';
import {
  type ArchivedToolkit,
  buildArchive,
  machineNeeds,
  mustBeSet,
  standaloneText,
} from '../archive/index.ts';
import {
  buildMcpBundle,
  buildZip,
  claudePlugin,
  type FormContents,
  type McpServersEntry,
  mcpServersEntry,
} from '../forms/index.ts';
import { loadoutPathOf } from '../lock-path.ts';
import { OWN_REGISTRY } from '../standing.ts';
import { collectToolkits } from './collect-toolkits.ts';
import { programFiles } from './program-files.ts';
import { writeFolder } from './write-folder.ts';

const LOADOUT_MAX_BYTES = 1024 * 1024;

export const EXPORT_FORMATS = ['loadout', 'mcpb', 'claude-plugin', 'mcp-json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportRequest {
  readonly lockFile: string;
  readonly format: ExportFormat;
  /** What to write; default: named for the lock, beside it. A plugin is a folder, or a zip archive by its name. */
  readonly out?: string | undefined;
  /** Leave the toolkits out of a loadout archive. */
  readonly thin: boolean;
  /** Put the signatures in that the registries have. */
  readonly signatures: boolean;
  /** Named in an `mcpServers` entry. */
  readonly workspace: string;
}

export interface ExportCollaborators {
  readonly store: Pick<Store, 'pathOf'>;
  readonly registries: readonly Registry[];
  /** How to start this program, and the folder that it is in. */
  readonly serve: { readonly command: string; readonly args: readonly string[] };
  readonly programFolder: string;
}

export interface ExportResult {
  readonly format: ExportFormat;
  /** What was written; undefined for an entry that was only asked for. */
  readonly file?: string;
  readonly sizeBytes?: number;
  /** Of the bytes of a file: the same for the same lock, but for an `mcpServers` entry. */
  readonly integrity?: Integrity;
  readonly entry?: McpServersEntry;
  readonly interfaceDigest: Digest;
  readonly toolkits: number;
  readonly operations: number;
  readonly thin: boolean;
  /** Environments whose packages are not in it, as `<toolkit>: <name> (<kind>)`. */
  readonly environments: readonly string[];
  /** Variables of settings that must be given a value. */
  readonly variables: readonly string[];
  readonly warnings: readonly string[];
}

/** Writes a lock, its loadout and its toolkits in a form for others. The same lock gives the same bytes.
 * @throws ToolbaseError NOT_FOUND when the loadout is not beside its lock; LOCK_STALE, NOT_WRITABLE, ALREADY_EXISTS, USAGE,
 * NAME_COLLISION, and what `collectToolkits` throws */
export async function exportLoadout(
  request: ExportRequest,
  around: ExportCollaborators,
): Promise<ExportResult> {
  const { lockFile, thin, format } = request;
  if (thin && format !== 'loadout')
    throw new ToolbaseError('USAGE', `--thin is of loadout archives; ${format} always holds the toolkits`);
  const lock = await readLock(lockFile);
  refuseLinked(lock, lockFile, 'exported');
  const loadoutFile = loadoutPathOf(lockFile);
  const { loadout, text: loadoutText } = await loadoutBeside(loadoutFile, lockFile);
  const toolkits = await collectToolkits(lock, around, { signatures: request.signatures });
  const archive = buildArchive({ lock, loadoutText, toolkits, thin }, loadoutFile);
  const written = await writeForm(request, around, { lock, loadout, toolkits, archive });
  const needs = machineNeeds(toolkits.map(({ manifest }) => manifest));
  return {
    format,
    ...written,
    interfaceDigest: lock.interfaceDigest,
    toolkits: toolkits.length,
    operations: Object.keys(lock.operations).length,
    thin,
    environments: needs.environments.map(
      ({ toolkit, name, declaration }) => `${toolkit}: ${name} (${declaration.kind})`,
    ),
    variables: needs.settings
      .filter(({ declaration }) => mustBeSet(declaration))
      .map(({ variable }) => variable),
    warnings: format === 'loadout' ? ownToolkitWarnings(lock, thin) : [],
  };
}

/** Nobody else reaches the own registry of whoever exports. */
function ownToolkitWarnings(lock: Lock, thin: boolean): string[] {
  const own = Object.entries(lock.toolkits)
    .filter(([, { registry }]) => registry === OWN_REGISTRY)
    .map(([name]) => name);
  if (own.length === 0) return [];
  const what = `${own.join(', ')} ${own.length === 1 ? 'comes' : 'come'} from the registry \`${OWN_REGISTRY}\`, which only this machine has`;
  const then = thin
    ? 'nobody else can import this thin archive'
    : 'whoever imports the archive can serve the lock, but neither check nor update it';
  return [`${what}: ${then}. Publish to a registry that others reach too, and lock from there.`];
}

interface Collected {
  readonly lock: Lock;
  readonly loadout: Loadout;
  readonly toolkits: readonly ArchivedToolkit[];
  readonly archive: Uint8Array;
}

async function writeForm(
  { lockFile, format, out, workspace }: ExportRequest,
  { serve, programFolder }: ExportCollaborators,
  { lock, loadout, toolkits, archive }: Collected,
): Promise<Pick<ExportResult, 'file' | 'sizeBytes' | 'integrity' | 'entry'>> {
  const needs = machineNeeds(toolkits.map(({ manifest }) => manifest));
  const { dir, name } = path.parse(lockFile);
  const beside = (ending: string): string => out ?? path.join(dir, `${name}${ending}`);
  const contents = async (): Promise<FormContents> => ({
    ...{ name, loadout, lock, needs, archive, toolkits },
    ...(await programFiles(programFolder)),
  });
  switch (format) {
    case 'loadout':
      return writeFile(beside('.loadout.tgz'), archive);
    case 'mcpb':
      return writeFile(beside('.mcpb'), buildMcpBundle(await contents()));
    case 'claude-plugin': {
      const entries = claudePlugin(await contents());
      if (out?.endsWith('.zip') === true) return writeFile(out, buildZip(entries));
      const folder = beside('-plugin');
      await writeFolder(folder, entries);
      return { file: folder, sizeBytes: entries.reduce((sum, { bytes }) => sum + bytes.length, 0) };
    }
    case 'mcp-json': {
      const paths = { lock: path.resolve(lockFile), workspace: path.resolve(workspace) };
      const entry = mcpServersEntry(serve, paths, needs);
      if (out === undefined) return { entry };
      return { entry, ...(await writeFile(out, Buffer.from(`${JSON.stringify(entry, undefined, 2)}\n`))) };
    }
  }
}

async function writeFile(
  file: string,
  bytes: Uint8Array,
): Promise<{ file: string; sizeBytes: number; integrity: Integrity }> {
  await atomicWrite(file, bytes);
  return { file, sizeBytes: bytes.length, integrity: integrityOf(bytes) };
}

async function loadoutBeside(file: string, lockFile: string): Promise<{ loadout: Loadout; text: string }> {
  let written: string;
  try {
    written = await readTextBounded(file, LOADOUT_MAX_BYTES);
  } catch (cause) {
    if (!isToolbaseError(cause) || cause.code !== 'NOT_FOUND') throw cause;
    throw new ToolbaseError('NOT_FOUND', `there is no ${file}, the loadout that ${lockFile} was made from`, {
      hint: 'An archive holds both: put the loadout beside its lock.',
      cause,
    });
  }
  const loadout = await readLoadout(file);
  return { loadout, text: standaloneText(written, loadout, file) };
}

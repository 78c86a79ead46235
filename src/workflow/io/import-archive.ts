import path from 'node:path';
import { isAbsent, isToolbaseError, shellWord, ToolbaseError } from '../../kernel/index.ts';
import { atomicWrite, isFolder, readTextBounded } from '../../kernel/io/index.ts';
import { encodeLock, type Lock } from '../../lockfile/index.ts';
import type { MachineLayers } from '../../machine/index.ts';
import type { CheckSignatures, Registry } from '../../registry/index.ts';
import type { Environments, Store } from '../../store/io/index.ts';
import { ARCHIVE_MAX_BYTES, openArchive, type OpenedArchive } from '../archive/index.ts';
import type { InstallStep } from '../install-plan.ts';
import type { OnEvent } from '../workflow-event.ts';
import { archiveRegistry } from './archive-registry.ts';
import { install } from './install.ts';
import { readArchiveFile } from './read-archive-file.ts';
import { stillToSet, type ToSet } from './still-to-set.ts';

export interface ImportCollaborators {
  readonly store: Store;
  readonly environments: Pick<Environments, 'ensure' | 'stateOf'>;
  /** Looks at the signatures of a toolkit that is not in the store yet, where somebody is trusted. */
  readonly checkSignatures?: CheckSignatures | undefined;
  /** Asked for the toolkits of a thin archive only. */
  readonly registries: () => Promise<readonly Registry[]>;
  readonly layers: () => Promise<MachineLayers>;
  readonly onEvent?: OnEvent | undefined;
}

export interface ImportResult {
  readonly lockFile: string;
  readonly loadoutFile: string;
  readonly outcome: 'written' | 'unchanged';
  readonly interfaceDigest: string;
  readonly operations: number;
  readonly steps: readonly InstallStep[];
  readonly skills: readonly { readonly name: string; readonly toolkit: string; readonly folder: string }[];
  /** What this machine does not give yet. */
  readonly toSet: readonly ToSet[];
}

const LOADOUT_ARCHIVE = {
  what: 'a loadout archive (.loadout.tgz)',
  hint: '`toolbase export x.lock` writes one. A lock that is here already needs no import: `toolbase install x.lock`.',
};

/** Reads and verifies an archive file. @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE, and what `openArchive` throws */
export async function readArchive(file: string): Promise<OpenedArchive> {
  return openArchive(await readArchiveFile(file, ARCHIVE_MAX_BYTES, LOADOUT_ARCHIVE), file);
}

/** Installs all that an archive holds, from nowhere but the archive unless it is thin. */
export async function installArchive(
  archive: OpenedArchive,
  { store, environments, registries, checkSignatures, onEvent }: Omit<ImportCollaborators, 'layers'>,
): Promise<InstallStep[]> {
  const { lock, toolkits, thin } = archive;
  if (checkSignatures !== undefined) await checkSigned(archive, store, checkSignatures);
  const from = thin ? await registries() : [archiveRegistry(toolkits)];
  return install(lock, { store, environments, registries: from, onEvent });
}

/** Under the rules for all toolkits, and under those for the registry that the lock names, which is no more than a claim: not
 * for the one that ships with the program, whose toolkits need no signature. */
async function checkSigned(
  { lock, toolkits }: OpenedArchive,
  store: Pick<Store, 'has'>,
  check: CheckSignatures,
): Promise<void> {
  for (const [name, { tarball, signatures: bundles }] of toolkits) {
    const locked = lock.toolkits[name];
    if (locked === undefined || (await store.has(locked.treeDigest))) continue;
    const { version, registry: claimed } = locked;
    for (const registry of ['archive', ...(claimed === 'embedded' ? [] : [claimed])])
      await check({ name, version, registry, tarball, bundles });
  }
}

/** Verifies an archive, installs it and writes its loadout and lock. Nothing is written unless all of it is sound.
 * @param request.dir where `x.yaml` and `x.lock` go   @param request.force replace other files of these names
 * @throws ToolbaseError USAGE for a name that is a path; what `openArchive` throws; BAD_SIGNATURE; ALREADY_EXISTS when another loadout or lock of that name is there;
 * ENVIRONMENT_FAILED, EXTERNAL_MISSING once everything but an environment is in place; NOT_WRITABLE */
export async function importArchive(
  request: {
    readonly file: string;
    readonly dir: string;
    readonly name?: string | undefined;
    readonly force: boolean;
  },
  around: ImportCollaborators,
): Promise<ImportResult> {
  const name = request.name ?? nameOf(request.file);
  refusePath(name, request.name === undefined);
  const archive = await readArchive(request.file);
  const base = path.join(request.dir, name);
  const [lockFile, loadoutFile] = [`${base}.lock`, `${base}.yaml`];
  const { lock, loadoutText } = archive;
  refuseFolders([loadoutFile, lockFile]);
  if (!request.force) {
    await refuseOther(loadoutFile, loadoutText);
    await refuseOther(lockFile, encodeLock(lock));
  }
  const write = async (): Promise<boolean> => {
    const loadoutWritten = await atomicWrite(loadoutFile, loadoutText);
    return (await atomicWrite(lockFile, encodeLock(lock))) || loadoutWritten;
  };
  const steps = await installArchive(archive, around).catch(async (cause: unknown) => {
    throw await withoutEnvironment(cause, lockFile, write);
  });
  const written = await write();
  return {
    lockFile,
    loadoutFile,
    outcome: written ? 'written' : 'unchanged',
    interfaceDigest: lock.interfaceDigest,
    operations: Object.keys(lock.operations).length,
    steps,
    skills: skillsOf(lock, around.store),
    toSet: await stillToSet(lock, around.store, await around.layers()),
  };
}

/** Whoever sends an archive names its file: `..loadout.tgz` must not write beside the folder that was named.
 * @param ofFile whether the name is that of the file */
function refusePath(name: string, ofFile: boolean): void {
  if (/^[^./\\\p{Cc}][^/\\\p{Cc}]{0,199}$/u.test(name)) return;
  throw new ToolbaseError('USAGE', `${JSON.stringify(name)} is no name for a loadout and its lock`, {
    hint: ofFile
      ? 'Give one with --as.'
      : 'Give a name without a folder, such as mine; --out names the folder.',
  });
}

/** `x` of `x.loadout.tgz`. */
const nameOf = (file: string): string => path.basename(file).replace(/(?:\.loadout)?\.(?:tgz|tar\.gz)$/, '');

/** Neither can be replaced by a file, and of the two files one would be written before that is found. */
function refuseFolders(files: readonly string[]): void {
  const folder = files.find(isFolder);
  if (folder !== undefined)
    throw new ToolbaseError('ALREADY_EXISTS', `${folder} is a folder`, {
      hint: 'Import into another folder with --out, or under another name with --as.',
    });
}

async function refuseOther(file: string, text: string): Promise<void> {
  try {
    if ((await readTextBounded(file, 64 * 1024 * 1024)) === text) return;
  } catch (cause) {
    if (isAbsent(cause)) return;
    if (!isToolbaseError(cause)) throw cause;
  }
  throw new ToolbaseError('ALREADY_EXISTS', `${file} is there, and is another one`, {
    hint: 'Import into another folder with --out, under another name with --as, or replace it with --force.',
  });
}

/** Toolkits are in the store before environments are built: what an environment lacks, a later install can add. */
async function withoutEnvironment(
  cause: unknown,
  lockFile: string,
  write: () => Promise<boolean>,
): Promise<unknown> {
  if (!isToolbaseError(cause) || !['ENVIRONMENT_FAILED', 'EXTERNAL_MISSING'].includes(cause.code))
    return cause;
  await write();
  return new ToolbaseError(cause.code, cause.message, {
    hint: `The toolkits are installed and ${lockFile} is written. Packages of environments are not in an archive: give a package index, or a folder by PIP_FIND_LINKS and PIP_NO_INDEX=1, then run \`toolbase install ${shellWord(lockFile)}\`.`,
    cause,
  });
}

const skillsOf = (lock: Lock, store: Pick<Store, 'pathOf'>): ImportResult['skills'] =>
  lock.skills.flatMap(({ name, toolkit, path: folder }) => {
    const locked = lock.toolkits[toolkit];
    return locked === undefined
      ? []
      : [{ name, toolkit, folder: path.join(store.pathOf(locked.treeDigest), folder) }];
  });

import path from 'node:path';
import {
  type Digest,
  integrityOf,
  type Integrity,
  isToolbaseError,
  ToolbaseError,
} from '../../kernel/index.ts';
import { atomicWrite, readTextBounded } from '../../kernel/io/index.ts';
import { readLoadout } from '../../loadout/io/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import type { Registry } from '../../registry/index.ts';
import type { Store } from '../../store/io/index.ts';
import { buildArchive, machineNeeds, standaloneText } from '../archive/index.ts';
import { loadoutPathOf } from '../lock-path.ts';
import { collectToolkits } from './collect-toolkits.ts';

const LOADOUT_MAX_BYTES = 1024 * 1024;

export interface ExportResult {
  readonly file: string;
  readonly format: 'loadout';
  readonly sizeBytes: number;
  /** Of the archive's bytes: the same for the same lock. */
  readonly integrity: Integrity;
  readonly interfaceDigest: Digest;
  readonly toolkits: number;
  readonly operations: number;
  readonly thin: boolean;
  /** Environments whose packages are not in the archive, as `<toolkit>: <name> (<kind>)`. */
  readonly environments: readonly string[];
}

/** Writes a lock, its loadout and its toolkits as one archive. The same lock gives the same bytes.
 * @param request.out default: `x.loadout.tgz` beside `x.lock`
 * @throws ToolbaseError NOT_FOUND when the loadout is not beside its lock; LOCK_STALE, NOT_WRITABLE, and what
 * `collectToolkits` throws */
export async function exportArchive(
  request: { readonly lockFile: string; readonly out?: string | undefined; readonly thin: boolean },
  around: { readonly store: Pick<Store, 'pathOf'>; readonly registries: readonly Registry[] },
): Promise<ExportResult> {
  const { lockFile, thin } = request;
  const lock = await readLock(lockFile);
  const loadoutFile = loadoutPathOf(lockFile);
  const loadoutText = await loadoutBeside(loadoutFile, lockFile);
  const toolkits = await collectToolkits(lock, around);
  const archive = buildArchive({ lock, loadoutText, toolkits, thin }, loadoutFile);
  const file = request.out ?? archivePathOf(lockFile);
  await atomicWrite(file, archive);
  return {
    file,
    format: 'loadout',
    sizeBytes: archive.length,
    integrity: integrityOf(archive),
    interfaceDigest: lock.interfaceDigest,
    toolkits: toolkits.length,
    operations: Object.keys(lock.operations).length,
    thin,
    environments: machineNeeds(toolkits.map(({ manifest }) => manifest)).environments.map(
      ({ toolkit, name, declaration }) => `${toolkit}: ${name} (${declaration.kind})`,
    ),
  };
}

const archivePathOf = (lockFile: string): string => {
  const { dir, name } = path.parse(lockFile);
  return path.join(dir, `${name}.loadout.tgz`);
};

async function loadoutBeside(file: string, lockFile: string): Promise<string> {
  try {
    const text = await readTextBounded(file, LOADOUT_MAX_BYTES);
    return standaloneText(text, await readLoadout(file), file);
  } catch (cause) {
    const missing = isToolbaseError(cause) && cause.code === 'NOT_FOUND' && cause.message.startsWith(file);
    if (!missing) throw cause;
    throw new ToolbaseError('NOT_FOUND', `there is no ${file}, the loadout that ${lockFile} was made from`, {
      hint: 'An archive holds both: put the loadout beside its lock.',
      cause,
    });
  }
}

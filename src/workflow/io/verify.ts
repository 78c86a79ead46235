import {
  type ErrorReport,
  forEachLimited,
  isAbsent,
  isToolbaseError,
  ordinalCompare,
  type ToolkitName,
  type Version,
} from '../../kernel/index.ts';
import type { Loadout } from '../../loadout/index.ts';
import { readLoadout } from '../../loadout/io/index.ts';
import {
  givesLock,
  loadoutDigest,
  type Lock,
  type LockSource,
  toolkitIn,
  toolkitsOf,
} from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { toolkitEnvironments } from '../../store/index.ts';
import type { Environments, Store } from '../../store/io/index.ts';
import { agreeWithLock } from '../agree-with-lock.ts';
import { loadoutPathOf } from '../lock-path.ts';
import { installedManifest } from './installed-manifest.ts';

const TOOLKITS_AT_ONCE = 4;

export interface VerifiedToolkit {
  readonly name: ToolkitName;
  readonly version: Version;
  /** Folder of its working tree, from the lock's own: nothing is said of what is there now. */
  readonly linked?: string;
  readonly state: 'good' | 'missing' | 'changed' | 'contradicts-lock';
  readonly problem?: ErrorReport;
}

export interface VerifyReport {
  readonly lockFile: string;
  /** `drift`: something is not what the lock says. `unknown`: a toolkit is not installed, so that cannot be told. */
  readonly ending: 'good' | 'drift' | 'unknown';
  readonly toolkits: readonly VerifiedToolkit[];
  /** Whether the loadout beside the lock, if there is one, is the one that it was made from, and gives this lock. */
  readonly loadout: 'same' | 'changed' | 'gives-another-lock' | 'absent';
}

/** Checks the installed files and environments against the lock, and the lock against its loadout. Runs no code, changes nothing.
 * @throws ToolbaseError NOT_FOUND, LOCK_CONFLICT, LOCK_VERSION, LOCK_DAMAGED, BAD_YAML, BAD_LOADOUT */
export async function verify(
  lockFile: string,
  store: Pick<Store, 'verify' | 'pathOf'>,
  environments: Pick<Environments, 'verify'>,
): Promise<VerifyReport> {
  const lock = await readLock(lockFile);
  const loadout = await loadoutBeside(lockFile);
  const sources: LockSource[] = [];
  const toolkits: VerifiedToolkit[] = [];
  await forEachLimited(Object.keys(toolkitsOf(lock)) as ToolkitName[], TOOLKITS_AT_ONCE, async (name) => {
    toolkits.push(await verifyToolkit(lock, name, { store, environments }, sources));
  });
  toolkits.sort((a, b) => ordinalCompare(a.name, b.name));
  const whole = sources.length === toolkits.length ? sources : undefined;
  const loadoutState = compareLoadout(lock, loadout, whole);
  return { lockFile, ending: endingOf(toolkits, loadoutState), toolkits, loadout: loadoutState };
}

async function loadoutBeside(lockFile: string): Promise<Loadout | undefined> {
  try {
    return await readLoadout(loadoutPathOf(lockFile));
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw cause;
  }
}

async function verifyToolkit(
  lock: Lock,
  name: ToolkitName,
  around: { store: Pick<Store, 'verify' | 'pathOf'>; environments: Pick<Environments, 'verify'> },
  sources: LockSource[],
): Promise<VerifiedToolkit> {
  const locked = toolkitIn(lock, name);
  if (locked === undefined) throw new Error(`${name} is not in the lock`);
  const { version, treeDigest } = locked;
  const linked = 'linked' in locked ? { linked: locked.path } : {};
  try {
    const manifest = await installedManifest(around.store, treeDigest);
    agreeWithLock(lock, manifest);
    sources.push({ ...locked, manifest });
    const folder = around.store.pathOf(treeDigest);
    for (const [, environment] of toolkitEnvironments(name, manifest.environments, folder))
      await around.environments.verify(environment);
    return { name, version, ...linked, state: 'good' };
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    return { name, version, ...linked, state: stateOf(cause.code), problem: cause.report() };
  }
}

function stateOf(code: string): VerifiedToolkit['state'] {
  if (code === 'NOT_INSTALLED') return 'missing';
  return code === 'STORE_CHANGED' ? 'changed' : 'contradicts-lock';
}

/** With every toolkit at hand the lock can be built again and compared whole. */
function compareLoadout(
  lock: Lock,
  loadout: Loadout | undefined,
  sources: readonly LockSource[] | undefined,
): VerifyReport['loadout'] {
  if (loadout === undefined) return 'absent';
  if (loadoutDigest(loadout) !== lock.loadoutDigest) return 'changed';
  if (sources === undefined) return 'same';
  return givesLock(loadout, sources, lock) ? 'same' : 'gives-another-lock';
}

function endingOf(
  toolkits: readonly VerifiedToolkit[],
  loadout: VerifyReport['loadout'],
): VerifyReport['ending'] {
  if (loadout === 'changed' || loadout === 'gives-another-lock') return 'drift';
  if (toolkits.some(({ state }) => state === 'changed' || state === 'contradicts-lock')) return 'drift';
  return toolkits.some(({ state }) => state === 'missing') ? 'unknown' : 'good';
}

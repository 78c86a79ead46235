import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, isToolbaseError, ToolbaseError } from '../../kernel/index.ts';
import type { Containment, MachineValues } from '../../host/index.ts';
import { findEnvironments, probeContainment, readInstalledManifest } from '../../host/io/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import { type HomePaths, homePaths, type MachineLayers } from '../../machine/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import { createCallLogWriter } from '../../record/io/index.ts';
import { type Environments, openEnvironments, openStore, type Store } from '../../store/io/index.ts';
import { callLogName } from '../call-log-name.ts';
import { createSession, type Session } from './create-session.ts';

export interface SessionOptions {
  /** Folder that operations may read and write; default: the current folder. */
  readonly workspace?: string | undefined;
  /** Default: a new file in the user's state folder. */
  readonly callLog?: string | undefined;
  /** Folder of everything of this user, in place of TOOLBASE_HOME. */
  readonly home?: string | undefined;
  readonly onHostLog?: ((toolkit: string, line: string) => void) | undefined;
  readonly onFault: (message: string) => void;
}

/** A session of this process: its folders, its store, its call log. Nothing is started.
 * @param lockFile named in the hint when a toolkit is not installed
 * @throws ToolbaseError NOT_INSTALLED naming every toolkit that is missing; NOT_FOUND, USAGE for the workspace; NO_HOME */
export async function openSession(lock: Lock, lockFile: string, options: SessionOptions): Promise<Session> {
  const { home, onHostLog, onFault } = options;
  const paths = homePaths(
    home === undefined ? process.env : { ...process.env, TOOLBASE_HOME: path.resolve(home) },
  );
  const store = openStore(paths.store);
  const environments = openEnvironments(paths.store, { env: process.env });
  const [workspace] = await Promise.all([
    realWorkspace(options.workspace ?? '.'),
    checkInstalled(lock, lockFile, store).then(() => checkEnvironments(lock, lockFile, store, environments)),
  ]);
  let containment: Promise<Containment> | undefined;
  return createSession({
    lock,
    store,
    environments,
    workspace,
    machine: machineOf(paths, lockFile),
    callLog: createCallLogWriter(
      options.callLog ?? path.join(paths.state, 'calls', callLogName(new Date(), process.pid)),
    ),
    containment: () => (containment ??= probeContainment()),
    onHostLog,
    onFault,
  });
}

/** Settings are read when the first host starts: listing needs none. */
function machineOf(
  { settingsFile }: HomePaths,
  lockFile: string,
): (manifest: ToolkitManifest) => Promise<MachineValues> {
  const startDir = path.dirname(path.resolve(lockFile));
  let layers: Promise<MachineLayers> | undefined;
  return async (manifest) => {
    const { machineValues, readMachineLayers } = await import('../../machine/io/index.ts');
    layers ??= readMachineLayers({ settingsFile, startDir, environment: process.env });
    return machineValues(manifest, await layers);
  };
}

async function realWorkspace(given: string): Promise<string> {
  try {
    const real = await realpath(given);
    if (!(await stat(real)).isDirectory())
      throw new ToolbaseError('NOT_FOUND', `the workspace ${given} is not a folder`);
    if (path.dirname(real) === real)
      throw new ToolbaseError('USAGE', 'the workspace is the root of the file system', {
        hint: 'Name a folder with --workspace.',
      });
    return real;
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')) throw cause;
    throw new ToolbaseError('NOT_FOUND', `the workspace ${given} does not exist`, { cause });
  }
}

async function checkInstalled(lock: Lock, lockFile: string, store: Pick<Store, 'has'>): Promise<void> {
  const missing = await Promise.all(
    Object.entries(lock.toolkits).map(async ([name, { version, treeDigest }]) =>
      (await store.has(treeDigest)) ? [] : [`${name} ${version}`],
    ),
  );
  const names = missing.flat();
  if (names.length === 0) return;
  throw new ToolbaseError('NOT_INSTALLED', `not in the store: ${names.join(', ')}`, {
    hint: `Run \`toolbase install ${lockFile}\`.`,
  });
}

/** A toolkit whose environment is missing could only fail: better at the start than at its first call. */
async function checkEnvironments(
  lock: Lock,
  lockFile: string,
  store: Pick<Store, 'pathOf'>,
  environments: Pick<Environments, 'find'>,
): Promise<void> {
  const needing = Object.values(lock.toolkits).filter(
    (toolkit) => Object.keys(toolkit.environments).length > 0,
  );
  const hint = `Run \`toolbase install ${lockFile}\`.`;
  for (const { treeDigest } of needing)
    try {
      const folder = store.pathOf(treeDigest);
      await findEnvironments(await readInstalledManifest(folder), folder, environments);
    } catch (cause) {
      if (!isToolbaseError(cause) || cause.code !== 'NOT_INSTALLED') throw cause;
      throw new ToolbaseError('NOT_INSTALLED', cause.message, { hint, cause });
    }
}

import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { HostLimits } from '../../host/io/index.ts';
import { isSystemError, shellWord, ToolbaseError } from '../../kernel/index.ts';
import { type Lock, toolkitsOf } from '../../lockfile/index.ts';
import { homePaths, type MachineFlags } from '../../machine/index.ts';
import { openStore, type Store } from '../../store/io/index.ts';
import { callLogName } from '../call-log-name.ts';
import type { PolicyFlag } from '../policy-flags.ts';
import { createSession } from './create-session.ts';
import type { Session } from './session.ts';
import type { HostWatch } from './host-watch.ts';
import type { SettingsPlaces } from './session-machine.ts';

const TELL_MISSING_AFTER_MS = 300;

export interface SessionOptions {
  /** Folder that operations may read and write; default: the current folder. */
  readonly workspace?: string | undefined;
  /** Default: a new file in the user's state folder. */
  readonly callLog?: string | undefined;
  /** Keeps arguments, results and input files beside the call log. */
  readonly record?: boolean | undefined;
  /** Whether results of deterministic operations are kept and used; default: as the settings say. */
  readonly cache?: boolean | undefined;
  /** Folder of everything of this user, in place of TOOLBASE_HOME. */
  readonly home?: string | undefined;
  /** Values of this session that are stronger than all settings files. */
  readonly flags?: MachineFlags | undefined;
  /** Whether calls are made: of the command, beside the settings. */
  readonly policies?: readonly PolicyFlag[] | undefined;
  /** Start the hosts at once. */
  readonly warm?: boolean | undefined;
  /** Told a little later of each setting and external program that a toolkit lacks on this machine. */
  readonly onMissing?: ((message: string) => void) | undefined;
  readonly limits?: HostLimits | undefined;
  readonly onHostLog?: ((toolkit: string, line: string) => void) | undefined;
  readonly onFault: (message: string) => void;
}

/** The sessions of one lock in this process: checked once, opened any number of times. */
export interface PreparedSessions {
  readonly lock: Lock;
  /** Absolute folder for what is kept of use. */
  readonly stateDir: string;
  /** Starts nothing, unless hosts were asked to be warm. @param workspace absolute real path */
  readonly open: (workspace: string, callLogFile: string, watch?: HostWatch) => Session;
}

/** Checks that a lock can be served here.
 * @param lockFile named in the hint when a toolkit is not installed
 * @throws ToolbaseError NOT_INSTALLED naming every toolkit that is missing; USAGE, BAD_SETTINGS for flags that do not
 * fit; NO_HOME */
export async function prepareSessions(
  lock: Lock,
  lockFile: string,
  options: Omit<SessionOptions, 'workspace' | 'callLog'>,
): Promise<PreparedSessions> {
  const { home, onHostLog, onFault } = options;
  const paths = homePaths(
    home === undefined ? process.env : { ...process.env, TOOLBASE_HOME: path.resolve(home) },
  );
  const store = openStore(paths.store);
  await Promise.all([
    checkInstalled(lock, lockFile, store).then(() => checkEnvironments(lock, lockFile, paths.store)),
    store.noteUse(lock),
  ]);
  const startDir = path.dirname(path.resolve(lockFile));
  const settings = { settingsFile: paths.settingsFile, startDir, flags: options.flags };
  await checkMachine(lock, store, settings, options.onMissing);
  const { limits, policies } = options;
  const parts = {
    ...{ lock, storeDir: paths.store, settings, limits, policies, onHostLog, onFault },
    record: options.record,
    cache: { folder: resultsFolder(paths.cache), use: options.cache },
  };
  return {
    lock,
    stateDir: paths.state,
    open: (workspace, callLogFile, watch) => {
      const session = createSession({ ...parts, workspace, callLogFile, watch });
      if (options.warm === true) void session.warm();
      return session;
    },
  };
}

/** The one session of a process: its folders, its store, its call log. Nothing is started.
 * @param lockFile named in the hint when a toolkit is not installed
 * @throws ToolbaseError NOT_FOUND, USAGE for the workspace; and what `prepareSessions` throws */
export async function openSession(lock: Lock, lockFile: string, options: SessionOptions): Promise<Session> {
  const [workspace, { stateDir, open }] = await Promise.all([
    realWorkspace(options.workspace ?? '.'),
    prepareSessions(lock, lockFile, options),
  ]);
  const callLog = options.callLog ?? path.join(stateDir, 'calls', callLogName(new Date(), process.pid));
  return open(workspace, callLog);
}

/** @param cache the user's folder of caches */
export const resultsFolder = (cache: string): string => path.join(cache, 'results');

/** @throws ToolbaseError NOT_FOUND for what is no folder, USAGE for the root of the file system */
export async function realWorkspace(given: string): Promise<string> {
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
    Object.entries(toolkitsOf(lock)).map(async ([name, { version, treeDigest }]) =>
      (await store.has(treeDigest)) ? [] : [`${name} ${version}`],
    ),
  );
  const names = missing.flat();
  if (names.length === 0) return;
  throw new ToolbaseError('NOT_INSTALLED', `not in the store: ${names.join(', ')}`, {
    hint: `Run \`toolbase install ${shellWord(lockFile)}\`.`,
  });
}

/** Flags are judged before anything is served. What is missing is told when the client has had its first answers. */
async function checkMachine(
  lock: Lock,
  store: Pick<Store, 'pathOf'>,
  settings: SettingsPlaces,
  onMissing: SessionOptions['onMissing'],
): Promise<void> {
  const { settings: set = [], externals = [] } = settings.flags ?? {};
  if (set.length + externals.length > 0) {
    const { checkSessionFlags } = await import('./check-machine.ts');
    await checkSessionFlags(lock, store, settings);
  }
  if (onMissing === undefined) return;
  const tell = async (): Promise<void> => {
    const { missingOnMachine } = await import('./check-machine.ts');
    for (const message of await missingOnMachine(lock, store, settings)) onMissing(message);
  };
  setTimeout(() => void tell(), TELL_MISSING_AFTER_MS).unref();
}

/** Most toolkits have no environment, and then the code that looks for them is not loaded. */
async function checkEnvironments(lock: Lock, lockFile: string, storeDir: string): Promise<void> {
  const needing = Object.values(toolkitsOf(lock)).filter(
    ({ environments }) => Object.keys(environments).length > 0,
  );
  if (needing.length === 0) return;
  const { checkEnvironmentsOf } = await import('./check-environments.ts');
  await checkEnvironmentsOf(needing, lockFile, storeDir);
}

import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LaunchableId, ProbeReport, ServerLaunch } from '../harness/index.ts';
import { probe } from '../harness/io/index.ts';
import { ToolbaseError } from '../kernel/index.ts';
import { discardFolder } from '../kernel/io/index.ts';
import { toolkitsOf } from '../lockfile/index.ts';
import { readLock } from '../lockfile/io/index.ts';
import { readMachineLayers } from '../machine/io/index.ts';
import { openStore } from '../store/io/index.ts';
import { ownPaths } from './registries.ts';
import { serverLaunch } from './server-launch.ts';

/** Name of the server: the one for which name limits are computed. */
const SERVER_NAME = 'toolbase';

/** Where the folders of a user are when no variable says so. */
const XDG_DEFAULTS = {
  XDG_DATA_HOME: '.local/share',
  XDG_CONFIG_HOME: '.config',
  XDG_STATE_HOME: '.local/state',
  XDG_CACHE_HOME: '.cache',
} as const;

interface ProbeRequest {
  readonly harness: LaunchableId;
  readonly lockFile: string;
  readonly program: string | undefined;
  readonly model: string | undefined;
  readonly tools: 'direct' | 'own';
  readonly network: 'none' | 'open';
  readonly timeoutS: number;
}

/** Probes a harness with a lock, in folders that are removed afterwards. */
export async function probeLock(request: ProbeRequest): Promise<ProbeReport> {
  const lockFile = path.resolve(request.lockFile);
  const lock = await readLock(lockFile);
  const folder = await mkdtemp(path.join(tmpdir(), 'toolbase-probe-'));
  const workspace = path.join(folder, 'workspace');
  const scratchDir = path.join(folder, 'scratch');
  try {
    await mkdir(workspace);
    await mkdir(scratchDir);
    const store = openStore(ownPaths().store);
    for (const { treeDigest } of Object.values(toolkitsOf(lock))) await store.verify(treeDigest);
    const layers = await readMachineLayers({
      settingsFile: ownPaths().settingsFile,
      startDir: path.dirname(lockFile),
      environment: process.env,
    });
    const place = {
      harness: request.harness,
      scope: 'user',
      lockFile,
      projectDir: workspace,
      workspace,
    } as const;
    const attached = await serverLaunch(place, lock, store, layers);
    const launch: ServerLaunch = {
      ...attached,
      args: [...attached.args, '--call-log', path.join(folder, 'calls.jsonl')],
      // The program has another home, from which the server would look for the store. It needs no secrets: nothing is called.
      variables: ownFolders(process.env),
      passed: [],
    };
    const limitMs = request.timeoutS * 1000;
    return await probe({
      ...request,
      ...{ lock, lockFile, workspace, scratchDir, limitMs },
      server: { name: SERVER_NAME, launch },
    });
  } finally {
    await discardFolder(folder);
  }
}

function ownFolders(env: NodeJS.ProcessEnv): Record<string, string> {
  const own = env['TOOLBASE_HOME'];
  if (own !== undefined && own !== '') return { TOOLBASE_HOME: own };
  return Object.fromEntries(
    Object.entries(XDG_DEFAULTS).map(([name, fallback]) => {
      const set = env[name];
      return [
        name,
        set !== undefined && path.isAbsolute(set) ? set : path.join(env['HOME'] ?? '/', fallback),
      ];
    }),
  );
}

/** @throws ToolbaseError USAGE */
export function secondsOf(text: string): number {
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value > 0) return value;
  throw new ToolbaseError('USAGE', `--timeout ${text} is not a whole number of seconds from 1 to 99999`);
}

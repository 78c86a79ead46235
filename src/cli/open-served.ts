import path from 'node:path';
import { shellWord, ToolbaseError } from '../kernel/index.ts';
import { refuseLinked, type Lock } from '../lockfile/index.ts';
import { readLock } from '../lockfile/io/index.ts';
import { configuredPythons, homePaths } from '../machine/index.ts';
import { readMachineLayers } from '../machine/io/index.ts';
import { openEnvironments, openStore } from '../store/io/index.ts';
import { installArchive, readArchive, verify } from '../workflow/io/index.ts';
import { vouchersOf } from './signatures.ts';

/** The lock that `serve` is to show: of a lockfile, or of an archive, which is verified and installed first.
 * @param options.frozen the lock must be whole, installed unchanged, and what its loadout gives
 * @throws ToolbaseError LOCK_LINKED, LOCK_STALE, and what reading a lock or an archive and installing throw */
export async function openServed(file: string, { frozen }: { readonly frozen: boolean }): Promise<Lock> {
  if (!/\.(?:tgz|tar\.gz)$/.test(file)) return frozen ? frozenLock(file) : readLock(file);
  const archive = await readArchive(file);
  const { settingsFile, store } = homePaths(process.env);
  const startDir = path.dirname(path.resolve(file));
  const layers = await readMachineLayers({ settingsFile, startDir, environment: process.env });
  await installArchive(archive, {
    store: openStore(store),
    environments: openEnvironments(store, { env: process.env, pythons: configuredPythons(layers) }),
    checkSignatures: vouchersOf(layers),
    registries: () => Promise.reject(thinArchive(file)),
  });
  return archive.lock;
}

async function frozenLock(file: string): Promise<Lock> {
  const lock = await readLock(file);
  refuseLinked(lock, file, 'served frozen');
  const store = homePaths(process.env).store;
  const report = await verify(file, openStore(store), openEnvironments(store, { env: process.env }));
  const problem = report.toolkits.map((toolkit) => toolkit.problem).find((each) => each !== undefined);
  if (problem !== undefined)
    throw new ToolbaseError(problem.code, problem.message, {
      hint: `Run \`toolbase install ${shellWord(file)}\`.`,
    });
  if (report.ending !== 'good')
    throw new ToolbaseError('LOCK_STALE', `${file} is not what its loadout gives now`, {
      hint: 'Run `toolbase lock` with the loadout, look at what changed, and install it.',
    });
  return lock;
}

const thinArchive = (file: string): ToolbaseError =>
  new ToolbaseError('NOT_INSTALLED', `${file} is thin: the toolkits are not in it`, {
    hint: `Run \`toolbase import ${shellWord(file)}\`, then serve the lock that it writes.`,
  });

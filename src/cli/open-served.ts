import path from 'node:path';
import { ToolbaseError } from '../kernel/index.ts';
import type { Lock } from '../lockfile/index.ts';
import { readLock } from '../lockfile/io/index.ts';
import { configuredPythons, homePaths } from '../machine/index.ts';
import { readMachineLayers } from '../machine/io/index.ts';
import { openEnvironments, openStore } from '../store/io/index.ts';
import { installArchive, readArchive } from '../workflow/io/index.ts';

/** The lock that `serve` is to show: of a lockfile, or of an archive, which is verified and installed first.
 * @throws ToolbaseError what reading a lock or an archive and installing throw */
export async function openServed(
  file: string,
  { home }: { readonly home: string | undefined },
): Promise<Lock> {
  if (!/\.(?:tgz|tar\.gz)$/.test(file)) return readLock(file);
  const archive = await readArchive(file);
  const own = home === undefined ? process.env : { ...process.env, TOOLBASE_HOME: path.resolve(home) };
  const { settingsFile, store } = homePaths(own);
  const startDir = path.dirname(path.resolve(file));
  const layers = await readMachineLayers({ settingsFile, startDir, environment: process.env });
  await installArchive(archive, {
    store: openStore(store),
    environments: openEnvironments(store, { env: process.env, pythons: configuredPythons(layers) }),
    registries: () => Promise.reject(thinArchive(file)),
  });
  return archive.lock;
}

const thinArchive = (file: string): ToolbaseError =>
  new ToolbaseError('NOT_INSTALLED', `${file} is thin: the toolkits are not in it`, {
    hint: `Run \`toolbase import ${file}\`, then serve the lock that it writes.`,
  });

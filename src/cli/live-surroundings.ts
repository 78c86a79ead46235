import path from 'node:path';
import { readMachineLayers } from '../machine/io/index.ts';
import { openStore } from '../store/io/index.ts';
import type { LiveSurroundings } from '../workflow/io/index.ts';
import { openOwnEnvironments } from './environments.ts';
import { ownPaths } from './registries.ts';

/** What hosts are started with to see what they publish: this user's store and the settings that count for a lock. */
export async function liveSurroundings(lockFile: string): Promise<LiveSurroundings> {
  const { settingsFile, store } = ownPaths();
  const startDir = path.dirname(path.resolve(lockFile));
  return {
    store: openStore(store),
    environments: await openOwnEnvironments(lockFile),
    layers: await readMachineLayers({ settingsFile, startDir, environment: process.env }),
  };
}

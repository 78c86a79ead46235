import path from 'node:path';
import { configuredPythons } from '../machine/index.ts';
import { readMachineLayers } from '../machine/io/index.ts';
import { type Environments, openEnvironments } from '../store/io/index.ts';
import { ownPaths } from './registries.ts';

/** The environments in this user's store. @param near a file: settings are looked for from its folder upward */
export async function openOwnEnvironments(near: string): Promise<Environments> {
  const { settingsFile, store } = ownPaths();
  const startDir = path.dirname(path.resolve(near));
  const layers = await readMachineLayers({ settingsFile, startDir, environment: process.env });
  return openEnvironments(store, { env: process.env, pythons: configuredPythons(layers) });
}

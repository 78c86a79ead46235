import { configuredPythons, type MachineLayers } from '../machine/index.ts';
import { type Environments, openEnvironments } from '../store/io/index.ts';
import { machineLayers, ownPaths } from './registries.ts';

/** The environments in this user's store. @param near a file: settings are looked for from its folder upward */
export const openOwnEnvironments = async (near: string): Promise<Environments> =>
  environmentsBy(await machineLayers(near));

/** As openOwnEnvironments, by settings that were read already. */
export const environmentsBy = (layers: MachineLayers): Environments =>
  openEnvironments(ownPaths().store, { env: process.env, pythons: configuredPythons(layers) });

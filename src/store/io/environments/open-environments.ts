import type { Environments, EnvironmentTools } from './environments.ts';

/** Opens the environments of a store, whose folder is made when something is built. What finds and builds them is loaded
 * when it is first used: most toolkits have none, and a server starts without it. */
export function openEnvironments(storeDir: string, tools: EnvironmentTools): Environments {
  let loaded: Promise<Environments> | undefined;
  const load = (): Promise<Environments> =>
    (loaded ??= import('./environment-store.ts').then(({ createEnvironments }) =>
      createEnvironments(storeDir, tools),
    ));
  return {
    ensure: async (environment, options) => (await load()).ensure(environment, options),
    stateOf: async (environment) => (await load()).stateOf(environment),
    find: async (environment) => (await load()).find(environment),
    verify: async (environment) => (await load()).verify(environment),
    list: async () => (await load()).list(),
    verifyStored: async (key) => (await load()).verifyStored(key),
    removeUnused: async (inUse, options) => (await load()).removeUnused(inUse, options),
  };
}

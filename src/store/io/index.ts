export type { Environments } from './environments/environments.ts';
export { openEnvironments } from './environments/open-environments.ts';
export { openStore, type Store } from './open-store.ts';
export { readTree } from './read-tree.ts';

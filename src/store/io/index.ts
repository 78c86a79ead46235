export type { Environments } from './environments/environments.ts';
export { openEnvironments } from './environments/open-environments.ts';
export { createInstallers, type Installers, type RunInstaller } from './environments/run-installer.ts';
export { folderSize } from './folder-size.ts';
export { openStore, type Store } from './open-store.ts';
export { readTree } from './read-tree.ts';

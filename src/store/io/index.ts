export {
  type Environments,
  type EnvironmentTools,
  openEnvironments,
} from './environments/open-environments.ts';
export { openStore, type Store } from './open-store.ts';

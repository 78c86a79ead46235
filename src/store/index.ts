export { buildTarball } from './build-tarball.ts';
export {
  type EnvironmentEvent,
  type InstalledEnvironment,
  type StoredEnvironment,
  type ToolkitEnvironment,
  toolkitEnvironments,
} from './environment.ts';
export { readTarball, TARBALL_LIMITS } from './read-tarball.ts';
export { inOrder, listingOf, subtree, treeDigest, type TreeEntry } from './tree.ts';

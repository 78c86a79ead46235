export { buildTarball } from './build-tarball.ts';
export {
  type EnvironmentEvent,
  type InstalledEnvironment,
  type ToolkitEnvironment,
  toolkitEnvironments,
} from './environment.ts';
export { readTarball, TARBALL_LIMITS, type TarballLimits } from './read-tarball.ts';
export { type ListedFile, subtree, treeDigest, type TreeEntry, type TreeMode } from './tree.ts';

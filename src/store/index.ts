export { buildTarball } from './build-tarball.ts';
export type { EnvironmentEvent, InstalledEnvironment, ToolkitEnvironment } from './environment.ts';
export { readTarball, TARBALL_LIMITS, type TarballLimits } from './read-tarball.ts';
export { type ListedFile, subtree, treeDigest, type TreeEntry, type TreeMode } from './tree.ts';

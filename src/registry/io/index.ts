export { type DirectoryOptions, openDirectoryRegistry, openWritableDirectory } from './directory-registry.ts';
export { openNpmRegistry } from './npm/open-npm-registry.ts';
export { readNpmrc } from './npm/read-npmrc.ts';
export type { NpmRegistryOptions } from './npm/session.ts';

export { type DirectoryOptions, openDirectoryRegistry, openWritableDirectory } from './directory-registry.ts';

import path from 'node:path';
import type { ToolkitName, Version } from '../kernel/index.ts';

/** Layout of a directory registry: `<directory>/<toolkit>/packument.json`, and a folder a version. */
export const toolkitFolder = (directory: string, name: ToolkitName): string => path.join(directory, name);

export const packumentFile = (folder: string): string => path.join(folder, 'packument.json');
export const tarballFile = (folder: string, version: Version): string =>
  path.join(folder, version, 'toolkit.tgz');
export const releaseFile = (folder: string, version: Version): string =>
  path.join(folder, version, 'release.json');

/** One sigstore bundle, or a list of them. */
export const signaturesFile = (folder: string, version: Version): string =>
  path.join(folder, version, 'toolkit.sigstore.json');

export const RECORD_MAX_BYTES = 16 * 1024 * 1024;
export const TARBALL_MAX_BYTES = 256 * 1024 * 1024;

import path from 'node:path';
import { hexOf, type Integrity, sha256, type ToolkitName } from '../kernel/index.ts';

/** The two forms that npm's protocol has for a packument. Only the full one holds `package.json` of each version. */
export type PackumentForm = 'full' | 'abbreviated';

/** Where the last packument of a registry is kept. Addresses and names are hashed, so that none is a path. */
export const packumentCacheFile = (
  cacheDir: string,
  registry: URL,
  name: ToolkitName,
  form: PackumentForm,
): string =>
  path.join(cacheDir, 'npm', 'packuments', hexOf(sha256(registry.href)), `${hexOf(sha256(name))}.${form}`);

/** Where a tarball is kept: by its contents, whatever registry it came from. */
export function tarballCacheFile(cacheDir: string, integrity: Integrity): string {
  const hex = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
  return path.join(cacheDir, 'npm', 'tarballs', hex.slice(0, 2), `${hex.slice(2)}.tgz`);
}

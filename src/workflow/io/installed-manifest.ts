import path from 'node:path';
import type { Digest } from '../../kernel/index.ts';
import { readBounded } from '../../kernel/io/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { Store } from '../../store/io/index.ts';
import { decodeManifest } from '../open-toolkit.ts';

const MANIFEST_MAX_BYTES = 16 * 1024 * 1024;

/** The manifest of an installed toolkit, whose files are hashed first.
 * @throws ToolbaseError NOT_INSTALLED, STORE_CHANGED, BAD_JSON, BAD_MANIFEST */
export async function installedManifest(
  store: Pick<Store, 'verify' | 'pathOf'>,
  digest: Digest,
): Promise<ToolkitManifest> {
  await store.verify(digest);
  return readInstalledManifest(store, digest);
}

/** As installedManifest, of a toolkit whose files were hashed just now.
 * @throws ToolbaseError NOT_FOUND, BAD_JSON, BAD_MANIFEST */
export async function readInstalledManifest(
  store: Pick<Store, 'pathOf'>,
  digest: Digest,
): Promise<ToolkitManifest> {
  const file = path.join(store.pathOf(digest), 'toolkit.json');
  return decodeManifest(await readBounded(file, MANIFEST_MAX_BYTES), file);
}

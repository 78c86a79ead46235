import { readInstalledManifest } from '../../host/io/index.ts';
import type { Digest } from '../../kernel/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { Store } from '../../store/io/index.ts';

/** The manifest of an installed toolkit, whose files are hashed first.
 * @throws ToolbaseError NOT_INSTALLED, STORE_CHANGED, BAD_JSON, BAD_MANIFEST */
export async function installedManifest(
  store: Pick<Store, 'verify' | 'pathOf'>,
  digest: Digest,
): Promise<ToolkitManifest> {
  await store.verify(digest);
  return readInstalledManifest(store.pathOf(digest));
}

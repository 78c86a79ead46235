import path from 'node:path';
import { hexOf, sha256 } from '../../kernel/index.ts';
import { atomicWrite } from '../../kernel/io/index.ts';
import { containWritePath } from '../../host/io/index.ts';
import type { HostImage } from '../../host/index.ts';
import type { KeptImage } from '../result-images.ts';

/** Inside the workspace. The name is the content's digest: nothing that a caller says steers it. */
const IMAGES_FOLDER = '.toolbase/results';

/** Writes the images of a result to files named by their content.
 * @throws ToolbaseError PATH_OUTSIDE when the folder is a link out of the workspace; NOT_WRITABLE */
export async function keepImages(workspace: string, images: readonly HostImage[]): Promise<KeptImage[]> {
  const kept: KeptImage[] = [];
  for (const { mimeType, bytes, extension } of images) {
    const digest = sha256(bytes);
    const name = path.posix.join(IMAGES_FOLDER, `${hexOf(digest)}.${extension}`);
    const { absolute, relative } = containWritePath(workspace, name);
    await atomicWrite(absolute, bytes);
    kept.push({ path: relative, mimeType, sha256: digest, sizeBytes: bytes.length });
  }
  return kept;
}

import type { Json } from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import { decodeSignatures } from '../../registry/index.ts';

const MAX_BYTES = 1024 * 1024;

/** The sigstore bundles of files, each of which holds one or a list of them. None is looked into.
 * @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE, BAD_SIGNATURE */
export async function readBundles(files: readonly string[]): Promise<Json[]> {
  const bundles: Json[] = [];
  for (const file of files) bundles.push(...decodeSignatures(await readTextBounded(file, MAX_BYTES), file));
  return bundles;
}

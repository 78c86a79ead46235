import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, isSystemError, ToolbaseError } from '../../kernel/index.ts';
import { readBounded } from '../../kernel/io/index.ts';
import { TARBALL_LIMITS } from '../read-tarball.ts';
import { treeDigest, type TreeEntry } from '../tree.ts';

/** The files of an installed toolkit, once it is certain that they still are those of its digest.
 * @param folder absolute folder of the tree
 * @throws ToolbaseError NOT_INSTALLED, STORE_CHANGED */
export async function readTree(folder: string, digest: Digest): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [];
  for (const file of await filesOf(folder)) {
    const full = path.join(folder, file);
    const { mode } = await stat(full);
    entries.push({
      path: file,
      mode: (mode & 0o100) === 0 ? 0o644 : 0o755,
      bytes: await readBounded(full, TARBALL_LIMITS.maxTotalBytes),
    });
  }
  if (treeDigest(entries) === digest) return entries;
  throw new ToolbaseError('STORE_CHANGED', `${folder} was changed after it was installed`, {
    hint: 'Run `toolbase install` with the lock again: it replaces what differs.',
  });
}

async function filesOf(folder: string): Promise<string[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true, recursive: true });
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR')) throw cause;
    throw new ToolbaseError('NOT_INSTALLED', `${folder} is not in the store`, { cause });
  }
}

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, open, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { byteCompare, forEachLimited, hexOf, sha256, ToolbaseError } from '../../../kernel/index.ts';
import { syncFolder } from '../../../kernel/io/index.ts';

const FILES_AT_ONCE = 16;
const CHUNK_BYTES = 1024 * 1024;

/** The listing of an environment's files: `toolbase-environment-tree-v1`, then `<444|555|link> <sha256> <path>` each, in
 * byte order of path; of a link the sha256 of its target.
 * @param mode `seal` also makes everything read-only and durable, and refuses what cannot be listed
 * @throws ToolbaseError ENVIRONMENT_FAILED */
export async function listEnvironment(root: string, mode: 'seal' | 'scan'): Promise<string> {
  const folders = [root];
  const lines = new Map<string, string>();
  const files: string[] = [];
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    const full = path.join(entry.parentPath, entry.name);
    const inside = path.relative(root, full);
    const plain = !/[\p{Cc}\ufffd]/u.test(inside);
    if (mode === 'seal' && !plain) throw cannotKeep(inside);
    if (entry.isDirectory()) folders.push(full);
    else if (entry.isSymbolicLink()) lines.set(inside, `link ${hexOf(sha256(await readlink(full)))}`);
    else if (entry.isFile() && plain) files.push(inside);
    else if (mode === 'seal') throw cannotKeep(inside);
    else lines.set(JSON.stringify(inside), 'other -');
  }
  await forEachLimited(files, FILES_AT_ONCE, async (inside) => {
    lines.set(inside, await listFile(path.join(root, inside), mode));
  });
  if (mode === 'seal') await sealFolders(folders);
  const sorted = [...lines].sort(([a], [b]) => byteCompare(a, b));
  return ['toolbase-environment-tree-v1', ...sorted.map(([inside, line]) => `${line} ${inside}`), ''].join(
    '\n',
  );
}

async function listFile(file: string, mode: 'seal' | 'scan'): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { mode: bits, size } = await handle.stat();
    const permissions = (bits & 0o100) === 0 ? 0o444 : 0o555;
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) break;
      hash.update(chunk.subarray(0, bytesRead));
    }
    if (mode === 'seal') {
      await handle.chmod(permissions);
      await handle.sync();
    }
    return `${permissions.toString(8)} ${hash.digest('hex')}`;
  } finally {
    await handle.close();
  }
}

/** Children before parents: nothing can be done in a folder any more once it is read-only. */
async function sealFolders(folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    await chmod(folder, 0o555);
    await syncFolder(folder);
  }
}

const cannotKeep = (inside: string): ToolbaseError =>
  new ToolbaseError(
    'ENVIRONMENT_FAILED',
    `a package has ${JSON.stringify(inside)}, which is no plain file or has no plain name`,
  );

import { constants } from 'node:fs';
import { open, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Artifact } from '../../benchmark/index.ts';
import { isSystemError, sha256 } from '../../kernel/index.ts';
import type { KeptArtifact, RefusedArtifact } from '../../record/index.ts';
import { makeFolder } from '../../kernel/io/index.ts';

export type Snapshot = { readonly kept: KeptArtifact[]; readonly refused: RefusedArtifact[] };

/** Copies the declared artifacts of a workspace, in which nothing runs any more. The agent made these files: only regular
 * ones of bounded size are taken, and no link is followed, neither in the name nor on the way to it. */
export async function takeSnapshot(
  workspace: string,
  artifacts: readonly Artifact[],
  target: string,
): Promise<Snapshot> {
  const snapshot: Snapshot = { kept: [], refused: [] };
  for (const artifact of artifacts) {
    const taken = await takeFile(workspace, artifact);
    if (typeof taken === 'string') {
      snapshot.refused.push({ path: artifact.path, reason: taken });
      continue;
    }
    const copy = path.join(target, artifact.path);
    await makeFolder(path.dirname(copy));
    await writeFile(copy, taken, { flag: 'wx' });
    snapshot.kept.push({ path: artifact.path, digest: sha256(taken), sizeBytes: taken.length });
  }
  return snapshot;
}

async function takeFile(workspace: string, artifact: Artifact): Promise<Buffer | RefusedArtifact['reason']> {
  const file = path.join(workspace, artifact.path);
  try {
    const folder = await realpath(path.dirname(file));
    if (folder !== path.join(await realpath(workspace), path.dirname(artifact.path))) return 'link';
    // NONBLOCK: opening a FIFO would wait for a writer for ever.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) return 'not_a_file';
      if (stat.size > artifact.maxBytes) return 'too_large';
      const bytes = Buffer.alloc(stat.size);
      const { bytesRead } = await handle.read(bytes, 0, stat.size, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    return reasonOf(cause);
  }
}

function reasonOf(cause: unknown): RefusedArtifact['reason'] {
  if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return 'missing';
  // ELOOP: the name itself is a link.
  if (isSystemError(cause, 'ELOOP', 'EMLINK')) return 'link';
  if (isSystemError(cause, 'ENXIO', 'ENODEV', 'EISDIR')) return 'not_a_file';
  if (isSystemError(cause, 'EACCES', 'EPERM', 'ENAMETOOLONG', 'EIO')) return 'unreadable';
  throw cause;
}

import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';
import type { WorkspaceFile } from '../../benchmark/index.ts';
import { discardFolder, makeFolder } from '../../kernel/io/index.ts';

/** A fresh directory for one attempt, and how to remove it. Its name says nothing of the condition. */
export type Workspace = { readonly path: string; readonly remove: () => Promise<void> };

/** Makes an empty workspace and puts the files of a variant into it. @throws ToolbaseError NOT_WRITABLE */
export async function makeWorkspace(files: readonly WorkspaceFile[]): Promise<Workspace> {
  try {
    const parent = await realpath(await mkdtemp(path.join(tmpdir(), 'toolbase-trial-')));
    const folder = path.join(parent, 'workspace');
    await mkdir(folder);
    for (const file of files) {
      const target = path.join(folder, file.path);
      await makeFolder(path.dirname(target));
      await writeFile(target, file.bytes, { flag: 'wx' });
    }
    return { path: folder, remove: () => discardFolder(parent) };
  } catch (cause) {
    if (!isSystemError(cause, 'EACCES', 'EROFS', 'ENOSPC', 'EDQUOT', 'EPERM', 'ENOENT')) throw cause;
    throw new ToolbaseError(
      'NOT_WRITABLE',
      `no workspace can be made in ${tmpdir()} (${String(cause.code)})`,
      {
        hint: 'Free some space there, or set TMPDIR.',
        cause,
      },
    );
  }
}

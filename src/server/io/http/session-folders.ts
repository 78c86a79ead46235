import { mkdtemp, realpath, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '../../../kernel/index.ts';
import { discardFolder, makeFolder } from '../../../kernel/io/index.ts';

/** The folder that a session may read and write, and what becomes of it. */
export interface SessionFolder {
  /** Absolute real path. */
  readonly workspace: string;
  readonly leave: () => Promise<void>;
}

/** Gives every session its folder. */
export type SessionFolders = () => Promise<SessionFolder>;

/** One folder for all sessions, which stays. @param workspace absolute real path */
export const sharedFolder =
  (workspace: string): SessionFolders =>
  () =>
    Promise.resolve({ workspace, leave: () => Promise.resolve() });

/** A fresh folder for each session. One that is empty goes when its session ends, any other only if `discard` says so.
 * @param parent absolute; made when it is not there */
export function ownFolders(parent: string, discard: boolean): SessionFolders {
  return async () => {
    await makeFolder(parent);
    const workspace = await realpath(await mkdtemp(path.join(parent, 'session-')));
    const leave = async (): Promise<void> => {
      if (discard) return discardFolder(workspace);
      try {
        await rmdir(workspace);
      } catch (cause) {
        if (!isSystemError(cause, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'EACCES')) throw cause;
      }
    };
    return { workspace, leave };
  };
}

import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';

export interface ContainedPath {
  /** Real path: no link left in what exists of it. */
  readonly absolute: string;
  /** The same, relative to the workspace; `.` for the workspace itself. */
  readonly relative: string;
}

/** Resolves a path that a caller gave against the workspace and follows every link of what exists, so that neither
 * `..`, an absolute path, a link nor a sibling folder with the same beginning leads out.
 * @param workspace absolute real path   @param given attacker-controlled
 * @throws ToolbaseError PATH_OUTSIDE */
export function containPath(workspace: string, given: string): ContainedPath {
  if (given === '' || given.includes('\0'))
    throw new ToolbaseError('PATH_OUTSIDE', `${JSON.stringify(given)} is not a path`);
  const absolute = realPathOf(path.resolve(workspace, given), given);
  const relative = path.relative(workspace, absolute);
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
    throw new ToolbaseError('PATH_OUTSIDE', `${JSON.stringify(given)} leads out of the workspace`, {
      hint: 'Give a path relative to the workspace, to a file inside it.',
    });
  return { absolute, relative: relative === '' ? '.' : relative };
}

/** As containPath, for something to read. @throws ToolbaseError PATH_OUTSIDE; NOT_FOUND when nothing is there */
export function containReadPath(workspace: string, given: string): ContainedPath {
  const contained = containPath(workspace, given);
  try {
    lstatSync(contained.absolute);
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES')) throw cause;
    throw new ToolbaseError('NOT_FOUND', `${contained.relative} does not exist in the workspace`, {
      hint: 'The workspace is the folder that --workspace names; without it, the one the command was started in.',
      cause,
    });
  }
  return contained;
}

/** As containPath, for something to write; makes the folder it stands in. @throws ToolbaseError PATH_OUTSIDE, NOT_WRITABLE */
export function containWritePath(workspace: string, given: string): ContainedPath {
  const contained = containPath(workspace, given);
  try {
    mkdirSync(path.dirname(contained.absolute), { recursive: true });
  } catch (cause) {
    if (!isSystemError(cause, 'EACCES', 'EROFS', 'ENOSPC', 'EDQUOT', 'EPERM', 'ENOTDIR', 'EEXIST'))
      throw cause;
    throw new ToolbaseError(
      'NOT_WRITABLE',
      `the folder of ${contained.relative} cannot be made (${String(cause.code)})`,
      {
        cause,
      },
    );
  }
  return contained;
}

function realPathOf(target: string, given: string): string {
  try {
    return realpathSync(target);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT') && !isLink(target) && path.dirname(target) !== target)
      return path.join(realPathOf(path.dirname(target), given), path.basename(target));
    // A dangling link would be followed by whoever creates the file; a name below a file, a circle of links or a
    // closed folder cannot be told to be inside.
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG'))
      throw new ToolbaseError(
        'PATH_OUTSIDE',
        `${JSON.stringify(given)} cannot be resolved (${String(cause.code)})`,
        {
          cause,
        },
      );
    throw cause;
  }
}

const isLink = (target: string): boolean =>
  lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

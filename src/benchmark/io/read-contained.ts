import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';
import { readBounded } from '../../kernel/io/index.ts';

const ABSENT: readonly (string | undefined)[] = ['ENOENT', 'ENOTDIR'];

/** Reads a file of a folder, named by a relative path without `..`. A benchmark comes from elsewhere, so a link in the
 * path, which could lead to any file of this machine, is refused.
 * @throws ToolbaseError NOT_FOUND, PATH_OUTSIDE, FILE_TOO_LARGE */
export async function readContained(folder: string, relative: string, maxBytes: number): Promise<Buffer> {
  const file = path.join(folder, relative);
  const real = await realpath(file).catch((cause: unknown) => {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES')) throw cause;
    throw new ToolbaseError(
      'NOT_FOUND',
      ABSENT.includes(cause.code) ? `${file} does not exist` : `${file} cannot be read (${cause.code})`,
      {
        hint: 'A benchmark is a folder with benchmark.yaml; the paths that it and its rubrics name are relative to that folder.',
        cause,
      },
    );
  });
  if (real !== path.join(await realpath(folder), relative))
    throw new ToolbaseError('PATH_OUTSIDE', `${file} is, or is reached through, a link`, {
      hint: 'Put the file itself into the folder.',
    });
  return await readBounded(file, maxBytes);
}

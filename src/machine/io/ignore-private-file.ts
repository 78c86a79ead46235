import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, isAbsent } from '../../kernel/index.ts';
import { atomicWrite, readTextBounded } from '../../kernel/io/index.ts';

const IGNORE_MAX_BYTES = 1024 * 1024;

/** Makes sure that git leaves a private settings file out: inside a repository, adds its name to the `.gitignore` beside
 * it unless a line there covers it already.
 * @returns whether something was added   @throws ToolbaseError NOT_WRITABLE */
export async function ignorePrivateFile(file: string): Promise<boolean> {
  const folder = path.dirname(file);
  if ((await repositoryFolder(folder)) === undefined) return false;
  const ignore = path.join(folder, '.gitignore');
  const before = await textOf(ignore);
  const name = path.basename(file);
  const covering = [name, `/${name}`, '*.local.yaml', '*.local.*'];
  if (before.split(/\r?\n/).some((line) => covering.includes(line.trim()))) return false;
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  return atomicWrite(ignore, `${before}${gap}${name}\n`);
}

/** The root of the git repository that a folder is in. */
export async function repositoryFolder(start: string): Promise<string | undefined> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    try {
      await stat(path.join(folder, '.git'));
      return folder;
    } catch (cause) {
      if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES')) throw cause;
    }
    if (folder === path.dirname(folder)) return undefined;
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readTextBounded(file, IGNORE_MAX_BYTES);
  } catch (cause) {
    if (isAbsent(cause)) return '';
    throw cause;
  }
}

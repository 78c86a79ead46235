import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../../../kernel/index.ts';
import type { Launchable } from '../../launch/launchable.ts';

const VERSION_TIMEOUT_MS = 60_000;

/** The program of a harness: the one that is named, else the first on PATH.
 * @returns its absolute path   @throws ToolbaseError EXTERNAL_MISSING with the command that installs it */
export async function findProgram(
  { title, program, npmPackage }: Launchable,
  named: string | undefined,
  searchPath: string,
): Promise<string> {
  const candidates =
    named === undefined
      ? searchPath
          .split(path.delimiter)
          .filter((folder) => folder !== '')
          .map((folder) => path.join(folder, program))
      : [path.resolve(named)];
  for (const candidate of candidates) if (await isProgram(candidate)) return candidate;
  throw new ToolbaseError(
    'EXTERNAL_MISSING',
    named === undefined
      ? `${title} is not installed: there is no ${program} on PATH`
      : `${named} is no program`,
    { hint: `Install it with \`npm install --global ${npmPackage}\`, or name it with --program <path>.` },
  );
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG')) return false;
    throw cause;
  }
}

/** What a program says of its version.
 * @param command the words that make it say so   @throws ToolbaseError EXTERNAL_MISSING when it says none */
export async function versionOf(
  title: string,
  command: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const [program = '', ...args] = command;
  return await new Promise((resolve, reject) => {
    execFile(program, args, { env, timeout: VERSION_TIMEOUT_MS }, (fault, stdout) => {
      const version = /\d+\.\d+\.\d[\w.+-]*/.exec(stdout)?.[0];
      if (fault === null && version !== undefined) resolve(version);
      else
        reject(
          new ToolbaseError('EXTERNAL_MISSING', `${title} tells no version when it is asked with --version`, {
            hint: 'Does it run by itself? Name another with --program <path>.',
            ...(fault === null ? {} : { cause: fault }),
          }),
        );
    });
  });
}

import { execFile } from 'node:child_process';
import path from 'node:path';
import { ToolbaseError } from '../../../kernel/index.ts';
import { findProgram as findOnPath, isProgram } from '../../../kernel/io/index.ts';
import type { Launchable } from '../../launch/launchable.ts';

const VERSION_TIMEOUT_MS = 60_000;

/** The program of a harness: the one that is named, else the first on PATH.
 * @returns its absolute path   @throws ToolbaseError EXTERNAL_MISSING with the command that installs it */
export async function findProgram(
  { title, program, npmPackage }: Launchable,
  named: string | undefined,
  searchPath: string,
): Promise<string> {
  const found =
    named === undefined ? await findOnPath(program, searchPath) : await namedProgram(path.resolve(named));
  if (found !== undefined) return found;
  throw new ToolbaseError(
    'EXTERNAL_MISSING',
    named === undefined
      ? `${title} is not installed: there is no ${program} on PATH`
      : `${named} is no program`,
    { hint: `Install it with \`npm install --global ${npmPackage}\`, or name it with --program <path>.` },
  );
}

const namedProgram = async (file: string): Promise<string | undefined> =>
  (await isProgram(file)) ? file : undefined;

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

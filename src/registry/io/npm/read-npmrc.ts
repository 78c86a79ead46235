import path from 'node:path';
import { isAbsent, isToolbaseError, ToolbaseError } from '../../../kernel/index.ts';
import { readTextBounded } from '../../../kernel/io/index.ts';
import { EMPTY_NPMRC, type Npmrc, parseNpmrc } from '../../npmrc.ts';

const NPMRC_MAX_BYTES = 1024 * 1024;
const CA_MAX_BYTES = 8 * 1024 * 1024;

/** The user's `.npmrc`, with its `cafile` read. Never that of a project: it comes with the project, and could send
 * the value of any environment variable to any host.
 * @throws ToolbaseError BAD_SETTINGS for a `cafile` that cannot be read, or a file that is no text */
export async function readNpmrc(env: Readonly<Record<string, string | undefined>>): Promise<Npmrc> {
  const file = npmrcFile(env);
  const text = file === undefined ? undefined : await textIfThere(file);
  if (file === undefined || text === undefined) return EMPTY_NPMRC;
  const npmrc = parseNpmrc(text, env);
  if (npmrc.caFile === undefined || npmrc.ca !== undefined) return npmrc;
  const caFile = homeRelative(npmrc.caFile, env, path.dirname(file));
  return { ...npmrc, ca: await required(caFile, file) };
}

function npmrcFile(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = env['npm_config_userconfig'] ?? env['NPM_CONFIG_USERCONFIG'];
  if (named !== undefined && path.isAbsolute(named)) return named;
  const home = env['HOME'];
  return home !== undefined && path.isAbsolute(home) ? path.join(home, '.npmrc') : undefined;
}

const homeRelative = (
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  base: string,
): string =>
  file.startsWith('~/') ? path.join(env['HOME'] ?? base, file.slice(2)) : path.resolve(base, file);

async function textIfThere(file: string): Promise<string | undefined> {
  try {
    return await readTextBounded(file, NPMRC_MAX_BYTES);
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    if (!isToolbaseError(cause)) throw cause;
    throw new ToolbaseError('BAD_SETTINGS', cause.message, { cause });
  }
}

async function required(caFile: string, npmrc: string): Promise<string> {
  try {
    return await readTextBounded(caFile, CA_MAX_BYTES);
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    throw new ToolbaseError('BAD_SETTINGS', `${npmrc}: cafile: ${cause.message}`, { cause });
  }
}

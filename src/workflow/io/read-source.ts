import { execFile } from 'node:child_process';
import path from 'node:path';
import { isSystemError } from '../../kernel/index.ts';
import type { Source } from '../../manifest/index.ts';
import { publicAddress } from '../public-address.ts';

const TIME_LIMIT_MS = 10_000;
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

/** Where a toolkit's folder comes from, as git tells. Undefined when its `toolkit.yaml` is under no version control, or
 * there is no git. Writes nothing into the repository.
 * @param env of this process: PATH and HOME are used, nothing else
 * @param folder absolute, without links */
export async function readSource(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Source | undefined> {
  const ask = (...args: string[]): Promise<string | undefined> => git(folder, env, args);
  // A folder that merely lies inside somebody's repository does not come from it.
  if ((await ask('ls-files', '--error-unmatch', '--', 'toolkit.yaml')) === undefined) return undefined;
  const commit = await ask('rev-parse', '--verify', 'HEAD^{commit}');
  const top = await ask('rev-parse', '--show-toplevel');
  const changes = await ask('status', '--porcelain', '--untracked-files=normal', '--', '.');
  if (commit === undefined || top === undefined || changes === undefined) return undefined;
  const remote = await ask('remote', 'get-url', 'origin');
  const repository = remote === undefined ? undefined : publicAddress(remote);
  const directory = path.relative(top, folder).split(path.sep).join('/');
  return {
    ...(repository === undefined ? {} : { repository }),
    commit,
    dirty: changes !== '',
    ...(directory === '' ? {} : { directory }),
  };
}

/** What git answers, or undefined when it has no answer. */
function git(
  cwd: string,
  { PATH, HOME }: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Promise<string | undefined> {
  const options = {
    cwd,
    // GIT_DIR and the like, as hooks have them, would lead to another repository.
    env: { PATH, HOME, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    timeout: TIME_LIMIT_MS,
    maxBuffer: OUTPUT_MAX_BYTES,
  };
  return new Promise((resolve, reject) => {
    execFile('git', ['-c', 'core.fsmonitor=false', ...args], options, (failure, stdout) => {
      if (failure === null) resolve(stdout.trim());
      else if (
        typeof failure.code === 'number' ||
        failure.killed === true ||
        isSystemError(failure, 'ENOENT', 'EACCES')
      )
        resolve(undefined);
      else reject(new Error('git could not be asked', { cause: failure }));
    });
  });
}

import { isSystemError, isToolbaseError } from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import { type InstallTools, managersInOrder, PROGRAM } from '../install-command.ts';
import { firstOnPath } from './probe-external.ts';

const OS_RELEASE = '/etc/os-release';

/** What would install programs on this system. Starts none of them. */
export async function findInstallTools(searchPath: string | undefined): Promise<InstallTools> {
  const programs = new Set<string>();
  for (const program of Object.values(PROGRAM))
    if ((await firstOnPath(searchPath, program)) !== undefined) programs.add(program);
  const managers = managersInOrder(programs, await familyOfSystem());
  return { managers, needsSudo: process.getuid?.() !== 0 };
}

async function familyOfSystem(): Promise<string> {
  try {
    const text = await readTextBounded(OS_RELEASE, 64 * 1024);
    return [...text.matchAll(/^ID(?:_LIKE)?=(.*)$/gm)].map(([, value = '']) => value).join(' ');
  } catch (cause) {
    if (isToolbaseError(cause) || isSystemError(cause, 'EACCES')) return '';
    throw cause;
  }
}

import path from 'node:path';
import { ToolbaseError } from '../../../kernel/index.ts';
import { findProgram } from '../../../kernel/io/index.ts';
import { buildFailure } from '../../build-failure.ts';
import { installerVariables } from '../../installer-variables.ts';
import { runProgram } from './run-program.ts';

const TIMEOUT_MS = 10 * 60_000;

/** Runs npm, uv or a Python to find out what to pin, with the variables that installers get.
 * @param program absolute path, or a name on PATH   @param cwd absolute   @returns its last lines, oldest first
 * @throws ToolbaseError EXTERNAL_MISSING, ENVIRONMENT_FAILED with its last lines */
export type RunInstaller = (
  program: string,
  args: readonly string[],
  cwd: string,
) => Promise<readonly string[]>;

export interface Installers {
  readonly run: RunInstaller;
  /** Absolute path of a program on PATH. */
  readonly find: (program: string) => Promise<string | undefined>;
}

export function createInstallers(env: Readonly<Record<string, string | undefined>>): Installers {
  const find = (program: string) => findProgram(program, env['PATH'] ?? '');
  return {
    find,
    run: async (program, args, cwd) => {
      const command = path.isAbsolute(program) ? program : await find(program);
      if (command === undefined)
        throw new ToolbaseError('EXTERNAL_MISSING', `${program} is not on PATH`, {
          hint: `Install ${program}: it says what the server is made of.`,
        });
      const run = { command, args, cwd, env: installerVariables(env), timeoutMs: TIMEOUT_MS };
      const { end, lines } = await runProgram(run);
      if (end.kind === 'exited' && end.status === 0) return lines;
      const step = { stage: 'install', command, args, success: [0] } as const;
      throw buildFailure('the environment of the server', step, end, lines);
    },
  };
}

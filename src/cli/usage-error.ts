import { Errors } from '@oclif/core';
import { type ErrorReport, isToolbaseError, reportOf } from '../kernel/index.ts';

/** The report of anything a command threw: oclif's own complaints about arguments and flags become USAGE.
 * Undefined for oclif's exit requests (`--help`, `--version`), which are no errors. */
export function asReport(thrown: unknown): ErrorReport | undefined {
  if (thrown instanceof Errors.ExitError) return undefined;
  if (isToolbaseError(thrown) || !(thrown instanceof Errors.CLIError)) return reportOf(thrown);
  const message = thrown.message
    .replaceAll(/\s*See more help with --help\s*/g, '')
    .replaceAll(/\s*Note: --[\s\S]*$/g, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
  const unknown = /^command (\S+) not found$/.exec(message)?.[1]?.split(':')[0];
  if (unknown !== undefined)
    return {
      code: 'USAGE',
      message: `there is no command ${unknown}`,
      hint: 'Run `toolbase --help` to see them.',
    };
  return { code: 'USAGE', message, hint: 'Add --help to see the arguments and flags of this command.' };
}

import { Errors } from '@oclif/core';
import { type ErrorReport, isToolbaseError, nearMatches, reportOf } from '../kernel/index.ts';

/** The report of anything a command threw: oclif's own complaints about arguments and flags become USAGE.
 * Undefined for oclif's exit requests (`--help`, `--version`), which are no errors.
 * @param commands that there are, to find the one that was meant */
export function asReport(thrown: unknown, commands: readonly string[] = []): ErrorReport | undefined {
  if (thrown instanceof Errors.ExitError) return undefined;
  if (isToolbaseError(thrown) || !(thrown instanceof Errors.CLIError)) return reportOf(thrown);
  const message = thrown.message
    .replaceAll(/\s*See more help with --help\s*/g, '')
    .replaceAll(/^The following errors? occurred:\s*/g, '')
    .replaceAll(/\s*Note: --[\s\S]*$/g, '')
    .replaceAll(/^Missing (\d+) required args?:\s*\n([\s\S]*)$/g, (_all, _count: string, listed: string) =>
      missingArgs(listed),
    )
    .replaceAll(/^Missing required flag (\S+)$/g, 'Missing required flag --$1')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
  const unknown = /^command (\S+) not found$/.exec(message)?.[1]?.split(':')[0];
  if (unknown !== undefined && commands.includes(unknown))
    return {
      code: 'USAGE',
      message: `${unknown} takes no argument`,
      hint: `${SEE_HELP} A loadout is named by --loadout.`,
    };
  if (unknown !== undefined) {
    const near = nearMatches(unknown, commands);
    return {
      code: 'USAGE',
      message: `there is no command ${unknown}`,
      hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Run `toolbase --help` to see them.',
    };
  }
  return { code: 'USAGE', message, hint: SEE_HELP };
}

const SEE_HELP = 'Add --help to see the arguments and flags of this command.';

/** The names alone of a table of arguments with what they mean. */
const missingArgs = (listed: string): string =>
  `missing ${[...listed.matchAll(/^(\S+)(?:\s.*)?$/gm)].map(([, name = '']) => name.toUpperCase()).join(' and ')}`;

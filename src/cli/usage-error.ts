import { Errors } from '@oclif/core';
import { type ErrorReport, isToolbaseError, nearMatches, reportOf } from '../kernel/index.ts';

/** What there is, to find what was meant. */
export type Known = {
  readonly commands?: readonly string[];
  /** Of the command, without hyphens. */
  readonly flags?: readonly string[];
};

/** The report of anything a command threw: oclif's own complaints about arguments and flags become USAGE.
 * Undefined for oclif's exit requests (`--help`, `--version`), which are no errors. */
export function asReport(
  thrown: unknown,
  { commands = [], flags = [] }: Known = {},
): ErrorReport | undefined {
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
  const unknown = /^command (\S+) not found\.?$/i.exec(message)?.[1]?.split(':')[0];
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
  return { code: 'USAGE', ...mistyped(message, flags) };
}

/** A flag that there is not, or a word that is none of those to choose from, with what was probably meant. */
function mistyped(message: string, flags: readonly string[]): Pick<ErrorReport, 'message' | 'hint'> {
  const [, absent] = /^Nonexistent flags?: (.+)$/.exec(message) ?? [];
  if (absent !== undefined) {
    const near = nearMatches(absent.split(', ')[0]?.replace(/^-+/, '') ?? '', flags);
    return { message: `there is no flag ${absent}`, hint: hinted(near.map((flag) => `--${flag}`)) };
  }
  const [, given, choice] = /^Expected (\S+) to be one of: (.+)$/.exec(message) ?? [];
  const word = given?.replace(/^--?[\w-]+=/, '') ?? '';
  return { message, hint: hinted(nearMatches(word, choice?.split(', ') ?? [])) };
}

const hinted = (near: readonly string[]): string =>
  near.length > 0 ? `Did you mean ${near.join(' or ')}?` : SEE_HELP;

const SEE_HELP = 'Add --help to see the arguments and flags of this command.';

/** The names alone of a table of arguments with what they mean. */
const missingArgs = (listed: string): string =>
  `missing ${[...listed.matchAll(/^(\S+)(?:\s.*)?$/gm)].map(([, name = '']) => name.toUpperCase()).join(' and ')}`;

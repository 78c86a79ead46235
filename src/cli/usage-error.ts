import { Errors } from '@oclif/core';
import { type ErrorReport, isToolbaseError, nearMatches, reportOf } from '../kernel/index.ts';

/** What there is, to find what was meant. */
export type Known = {
  readonly commands?: readonly string[];
  /** Of the command, without hyphens. */
  readonly flags?: readonly string[];
  /** Flags of the command that must be given and were not: told beside missing arguments. */
  readonly required?: readonly string[];
};

/** The report of anything a command threw: oclif's own complaints about arguments and flags become USAGE.
 * Undefined for oclif's exit requests (`--help`, `--version`), which are no errors. */
export function asReport(
  thrown: unknown,
  { commands = [], flags = [], required = [] }: Known = {},
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
  const words = /^command (.+?) not found\.?$/i.exec(message)?.[1]?.split(':');
  if (words !== undefined) return { code: 'USAGE', ...noCommand(words, commands) };
  const absent = message.startsWith('missing ') ? required.map((flag) => ` and --${flag}`).join('') : '';
  return { code: 'USAGE', ...mistyped(`${message}${absent}`, flags) };
}

/** @param words those of the line until its first flag: a command of none or several words, then perhaps arguments */
function noCommand(
  words: readonly string[],
  commands: readonly string[],
): Pick<ErrorReport, 'message' | 'hint'> {
  const known = words
    .map((_, at) => words.slice(0, at + 1))
    .find((part) => commands.includes(part.join(':')));
  if (known !== undefined)
    return {
      message: `${known.join(' ')} takes no argument`,
      hint: `${SEE_HELP} A loadout is named by --loadout.`,
    };
  const [topic = '', ...rest] = words;
  const below = commands.filter((command) => command.startsWith(`${topic}:`));
  const near =
    below.length === 0 ? nearMatches(topic, commands) : nearMatches(`${topic}:${rest.join(':')}`, below);
  const help = `Run \`toolbase ${below.length === 0 ? '' : `${topic} `}--help\` to see them.`;
  return {
    message: `there is no command ${(below.length === 0 ? [topic] : words).join(' ')}`,
    hint:
      near.length > 0 ? `Did you mean ${near.map((each) => each.replaceAll(':', ' ')).join(' or ')}?` : help,
  };
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

import { Command, Flags, type Interfaces } from '@oclif/core';
import { type ExitStatus, LOG_LEVELS, ToolbaseError } from '../kernel/index.ts';
import { setLogLevel } from './log-level.ts';
import { terminalText } from './render/visible-text.ts';
import { tellError } from './tell-error.ts';
import { asReport } from './usage-error.ts';

/** oclif types parsed flags as `{…} & {[flag: string]: any}`, so a misspelt flag compiles; this keeps the declared names. */
type Declared<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** Every command returns its result as data: `--json` prints it, a renderer turns it into text otherwise. */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;
  static override baseFlags = {
    'log-level': Flags.option({
      options: LOG_LEVELS,
      default: 'info',
      helpGroup: 'GLOBAL',
      description:
        'what is told on standard error; debug: each request to a registry, look into the store, and host',
    })(),
  };

  /** Parses arguments and flags, with only the declared names in the result's type.
   * @returns also all arguments in order, for a command that takes any number */
  protected async read<F extends Interfaces.OutputFlags<F>, A extends Interfaces.OutputArgs<A>>(
    spec: Interfaces.Input<F, Interfaces.OutputFlags<typeof Command.baseFlags>, A>,
  ): Promise<{ args: Declared<A>; flags: Declared<F>; argv: string[] }> {
    const { args, flags, argv } = await this.parse(spec);
    setLogLevel(flags['log-level']);
    refuseEmpty(args, (name) => name);
    refuseEmpty(flags, (name) => `--${name}`);
    return { args, flags, argv: argv.map(String) };
  }

  /** As `read`, with all words that are no flags: for commands that take any number of them. */
  protected async readWords<F extends Interfaces.OutputFlags<F>, A extends Interfaces.OutputArgs<A>>(
    spec: Interfaces.Input<F, Interfaces.OutputFlags<typeof Command.baseFlags>, A>,
  ): Promise<{ words: string[]; flags: Declared<F> }> {
    const { argv, flags } = await this.parse(spec);
    setLogLevel(flags['log-level']);
    return { words: argv.map(String), flags };
  }

  /** Prints the result as text unless `--json` is on, fixes the exit status, and hands the result on. */
  protected show<T>(result: T, render: (result: T) => string, status: ExitStatus = 0): T {
    if (!this.jsonEnabled()) process.stdout.write(terminalText(render(result)));
    if (status !== 0) process.exitCode = status;
    return result;
  }

  protected override toSuccessJson(result: unknown): unknown {
    return result;
  }

  protected override catch(thrown: Error): Promise<void> {
    const flags = { ...this.ctor.flags };
    const report = asReport(thrown, {
      flags: Object.keys(flags),
      required: Object.entries(flags)
        .filter(([name, { required, char }]) => required === true && !isGiven(this.argv, name, char))
        .map(([name]) => name),
    });
    if (report === undefined) throw thrown;
    tellError(report, this.jsonEnabled());
    return Promise.resolve();
  }
}

/** Whether words name a flag; only to tell what is missing when arguments are. */
const isGiven = (argv: readonly string[], name: string, char: string | undefined): boolean =>
  argv.some(
    (word) =>
      word === `--${name}` ||
      word.startsWith(`--${name}=`) ||
      (char !== undefined && !word.startsWith('--') && word.startsWith(`-${char}`)),
  );

/** An empty word is a variable of a shell that was not set, and as a path it would be the current folder. */
function refuseEmpty(given: object, shown: (name: string) => string): void {
  for (const [name, value] of Object.entries(given))
    if (value === '' || (Array.isArray(value) && value.includes('')))
      throw new ToolbaseError('USAGE', `${shown(name)} is empty`, {
        hint: 'Give a value, or leave it out where it is optional.',
      });
}

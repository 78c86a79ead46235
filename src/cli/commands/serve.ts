import { Args, Flags } from '@oclif/core';
import { SERVE_FLAGS, SERVE_LOCK, SERVE_SUMMARY, type ServeFlag } from '../../server/index.ts';
import { BaseCommand } from '../base-command.ts';

/** Prints the help of `serve`. The program hands `serve` itself to a bundle of its own before commands are loaded. */
export default class Serve extends BaseCommand {
  static override enableJsonFlag = false;
  static override summary = SERVE_SUMMARY;
  static override description =
    'Shows exactly the locked interface. Answers the list from the lock alone; a toolkit is started by the first call to it. An archive is verified and installed first. Ends when the client closes standard input.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> /path/to/symbolic-eda.lock --workspace /path/to/project',
    {
      description: 'Two locks over HTTP, with the token in the variable LAB_TOKEN',
      command:
        '<%= config.bin %> <%= command.id %> symbolic-eda.lock spectra.lock --http --host 192.0.2.7 --token env:LAB_TOKEN',
    },
  ];
  static override strict = false;
  static override args = {
    [SERVE_LOCK.name]: Args.string({ required: true, ignoreStdin: true, description: SERVE_LOCK.summary }),
  };
  static override flags = Object.fromEntries(
    Object.entries(SERVE_FLAGS).map(([name, flag]) => [name, oclifFlag(flag)]),
  );

  async run(): Promise<void> {
    const { serveMain } = await import('../../server/io/index.ts');
    const { openServed } = await import('../open-served.ts');
    await serveMain(this.argv, openServed);
  }
}

function oclifFlag({ kind, value, short, summary }: ServeFlag) {
  const common = {
    description: summary,
    ...(short === undefined ? {} : { char: short }),
    ...(value === undefined ? {} : { helpValue: value }),
  };
  switch (kind) {
    case 'switch':
      return Flags.boolean({ description: summary });
    case 'text':
      return Flags.string(common);
    case 'list':
      return Flags.string({ ...common, multiple: true, multipleNonGreedy: true });
  }
}

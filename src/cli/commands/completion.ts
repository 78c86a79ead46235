import { Args } from '@oclif/core';
import { BaseCommand } from '../base-command.ts';
import { completionScript, SHELLS } from '../completion-script.ts';

type Completion = { shell: (typeof SHELLS)[number]; script: string };

export default class CompletionCommand extends BaseCommand {
  static override summary = 'Print the completion script of a shell';
  static override description =
    'The script is static: it knows the commands and flags of this version, and completing a word starts no program.';
  static override examples = [
    {
      description: 'bash, in ~/.bashrc',
      command: 'source <(<%= config.bin %> <%= command.id %> bash)',
    },
    { description: 'zsh, in ~/.zshrc', command: 'source <(<%= config.bin %> <%= command.id %> zsh)' },
    {
      description: 'fish',
      command: '<%= config.bin %> <%= command.id %> fish > ~/.config/fish/completions/<%= config.bin %>.fish',
    },
  ];
  static override args = {
    shell: Args.string({
      required: true,
      ignoreStdin: true,
      options: [...SHELLS],
      description: 'bash, zsh or fish',
    }),
  };

  async run(): Promise<Completion> {
    const { args } = await this.read(CompletionCommand);
    const shell = SHELLS.find((known) => known === args.shell) ?? 'bash';
    const commands = this.config.commands
      .filter(({ hidden }) => !hidden)
      .map(({ id, summary, flags }) => ({
        words: id.split(':'),
        summary: summary ?? '',
        flags: Object.values(flags)
          .filter((flag) => flag.hidden !== true)
          .map(({ name, char, description, summary: short }) => ({
            name,
            ...(char === undefined ? {} : { char }),
            summary: (short ?? description ?? '').split('\n')[0] ?? '',
          })),
      }))
      .sort((a, b) => (a.words.join(' ') < b.words.join(' ') ? -1 : 1));
    const script = completionScript(shell, this.config.bin, commands);
    return this.show({ shell, script }, () => script);
  }
}

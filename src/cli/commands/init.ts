import { Args, Flags } from '@oclif/core';
import { init, type InitResult } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { shellWord } from '../render/shell-word.ts';

export default class Init extends BaseCommand {
  static override summary = 'Write a small, working toolkit into a new folder';
  static override description = 'Writes all its files or none. The folder must be empty or not exist.';
  static override examples = ['<%= config.bin %> <%= command.id %> my-toolkit'];
  static override args = {
    dir: Args.string({ required: true, ignoreStdin: true, description: 'the new folder' }),
  };
  static override flags = {
    name: Flags.string({
      helpValue: '<name>',
      description: 'name of the toolkit; default: that of the folder',
    }),
  };

  async run(): Promise<InitResult> {
    const { args, flags } = await this.read(Init);
    return this.show(
      await init({ dir: args.dir, ...(flags.name === undefined ? {} : { name: flags.name }) }),
      render,
    );
  }
}

const render = ({ dir, name, files }: InitResult): string =>
  [
    `${name} in ${dir}`,
    ...files.map((file) => `  ${file}`),
    '',
    'Next:',
    `  toolbase pack ${shellWord(dir)} --out packed`,
    `  toolbase publish ${shellWord(dir)}`,
    'Then name it in a loadout, loadout.yaml:',
    '  formatVersion: 1',
    `  toolkits: { ${JSON.stringify(name)}: "^0.1.0" }`,
    '  toolbase lock loadout.yaml',
    '',
  ].join('\n');

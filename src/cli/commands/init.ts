import { Args, Flags } from '@oclif/core';
import { init, type InitResult } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { TEMPLATES } from '../program.ts';
import { renderInit } from '../render/init.ts';

export default class Init extends BaseCommand {
  static override summary = 'Write a small, working toolkit or loadout into a folder';
  static override description =
    'Writes all its files or none, and changes no file that is there: a .gitignore and a README are kept, any other file in the way ends it before anything is written.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> my-toolkit',
    {
      description: 'Operations in Python, behind an MCP server',
      command: '<%= config.bin %> <%= command.id %> my-toolkit --python',
    },
    { description: 'A loadout', command: '<%= config.bin %> <%= command.id %> . --loadout' },
  ];
  static override args = {
    dir: Args.string({ required: true, ignoreStdin: true, description: 'the folder; made when missing' }),
  };
  static override flags = {
    name: Flags.string({
      helpValue: '<name>',
      description: 'name of the toolkit; default: that of the folder',
    }),
    python: Flags.boolean({
      description: 'operations in Python, behind an MCP server with pinned packages',
      exclusive: ['loadout'],
    }),
    loadout: Flags.boolean({ description: 'a loadout in place of a toolkit', exclusive: ['name'] }),
  };

  async run(): Promise<InitResult> {
    const { args, flags } = await this.read(Init);
    const kind = flags.python ? 'python' : flags.loadout ? 'loadout' : 'typescript';
    const result = await init({ dir: args.dir, kind, name: flags.name, templates: TEMPLATES });
    return this.show(result, renderInit);
  }
}

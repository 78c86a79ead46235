import { Args, Flags } from '@oclif/core';
import { init, type InitResult, type WrapResult } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { TEMPLATES } from '../program.ts';
import { renderInit, renderWrap } from '../render/init.ts';
import { wrapServer } from '../wrap-server.ts';

export default class Init extends BaseCommand {
  static override summary = 'Write a small, working toolkit or loadout, or wrap an MCP server as a toolkit';
  static override description =
    'Writes all its files or none, and changes no file that is there: a .gitignore and a README are kept, any other file in the way ends it before anything is written.\n\nWith --from-mcp the command line is split into words without a shell. What it starts is pinned by hash (npx, node, uvx, python) and started once, to list its tools.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> my-toolkit',
    {
      description: 'Operations in Python, behind an MCP server',
      command: '<%= config.bin %> <%= command.id %> my-toolkit --python',
    },
    { description: 'A loadout', command: '<%= config.bin %> <%= command.id %> . --loadout' },
    {
      description: 'An existing MCP server',
      command:
        '<%= config.bin %> <%= command.id %> files --from-mcp "npx -y @modelcontextprotocol/server-filesystem ."',
    },
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
      exclusive: ['loadout', 'from-mcp'],
    }),
    loadout: Flags.boolean({
      description: 'a loadout in place of a toolkit',
      exclusive: ['name', 'from-mcp'],
    }),
    'from-mcp': Flags.string({
      helpValue: '"<command>"',
      description: 'wrap the stdio MCP server that this command starts',
    }),
    omit: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: '<tool>',
      dependsOn: ['from-mcp'],
      description: 'a tool of the server to leave out, by its own name',
    }),
    env: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: '<name>[=<text>]',
      dependsOn: ['from-mcp'],
      description: 'a variable for the server: a machine setting, or with a text the same everywhere',
    }),
  };

  async run(): Promise<InitResult | WrapResult> {
    const { args, flags } = await this.read(Init);
    const { name, omit = [], env = [] } = flags;
    if (flags['from-mcp'] !== undefined)
      return this.show(
        await wrapServer({ dir: args.dir, name, command: flags['from-mcp'], omit, env }),
        renderWrap,
      );
    const kind = flags.python ? 'python' : flags.loadout ? 'loadout' : 'typescript';
    return this.show(await init({ dir: args.dir, kind, name, templates: TEMPLATES }), renderInit);
  }
}

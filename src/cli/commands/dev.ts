import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../base-command.ts';
import { workspaceFlag } from '../flags.ts';
import { serveTree } from '../serve-tree.ts';

export default class Dev extends BaseCommand {
  static override enableJsonFlag = false;
  static override summary = 'Serve a working tree over MCP, and reload it when its files change';
  static override description =
    'For writing a toolkit with an agent or a client attached. The tree is packed again at every change, and the client is notified when the list of tools changed. While the tree cannot be packed, the error is printed and every call is answered with it. The server calls itself toolbase-dev and says that nothing is pinned; no lock is written.';
  static override examples = ['<%= config.bin %> <%= command.id %> my-toolkit --workspace /path/to/project'];
  static override args = {
    dir: Args.string({
      default: '.',
      ignoreStdin: true,
      description: 'folder with toolkit.yaml and package.json',
    }),
  };
  static override flags = {
    workspace: workspaceFlag,
    'call-log': Flags.string({
      helpValue: '<file>',
      description: 'where each call leaves a line; default: new files in the user state folder',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.read(Dev);
    const callLog = flags['call-log'];
    await serveTree(args.dir, {
      workspace: flags.workspace,
      ...(callLog === undefined ? {} : { callLog }),
    });
  }
}

import { ToolbaseError } from '../../kernel/index.ts';
import { BaseCommand } from '../base-command.ts';
import { serverFlag } from '../flags.ts';
import { openOneServer } from '../servers.ts';

type WhoamiReport = { registry: string; user: string };

export default class Whoami extends BaseCommand {
  static override summary = 'Say whom a server takes you for';
  static override examples = ['<%= config.bin %> <%= command.id %> --registry lab'];
  static override flags = { registry: serverFlag };

  async run(): Promise<WhoamiReport> {
    const { flags } = await this.read(Whoami);
    const server = await openOneServer(flags.registry);
    const user = await server.whoami();
    if (user === undefined)
      throw new ToolbaseError('REGISTRY_DENIED', `the registry ${server.name} does not know you`, {
        hint: `Run \`toolbase login --registry ${server.name}\`.`,
      });
    return this.show({ registry: server.name, user }, (report) => `${report.user}\n`);
  }
}

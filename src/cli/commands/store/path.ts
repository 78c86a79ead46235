import { BaseCommand } from '../../base-command.ts';
import { ownPaths } from '../../registries.ts';

export default class StorePath extends BaseCommand {
  static override summary = 'Print where the store is';
  static override examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<{ store: string }> {
    await this.read(StorePath);
    return this.show({ store: ownPaths().store }, ({ store }) => `${store}\n`);
  }
}

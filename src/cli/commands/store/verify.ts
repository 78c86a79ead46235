import { openStore } from '../../../store/io/index.ts';
import { type CheckedEntry, verifyStore } from '../../../workflow/io/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { openOwnEnvironments } from '../../environments.ts';
import { HERE, ownPaths } from '../../registries.ts';

type StoreCheck = { store: string; entries: CheckedEntry[] };

export default class StoreVerify extends BaseCommand {
  static override summary = 'Hash everything in the store again';
  static override description =
    'Of every lock at once, environments included. Exit status 1 when something was changed after it was installed. `verify` checks one lock.';
  static override examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<StoreCheck> {
    await this.read(StoreVerify);
    const { store } = ownPaths();
    const entries = await verifyStore(openStore(store), await openOwnEnvironments(HERE));
    const bad = entries.some(({ problem }) => problem !== undefined);
    return this.show({ store, entries }, render, bad ? 1 : 0);
  }
}

function render({ store, entries }: StoreCheck): string {
  const bad = entries.flatMap(({ what, problem }) =>
    problem === undefined ? [] : [`${what} changed`, `  ${problem.message}`],
  );
  const good = entries.filter(({ problem }) => problem === undefined).length;
  return [...bad, `${good} of ${entries.length} are as they were installed, in ${store}`, ''].join('\n');
}

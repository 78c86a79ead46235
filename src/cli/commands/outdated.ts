import { outdated, type OutdatedReport } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { offlineFlag, registryFlag } from '../flags.ts';
import { loadoutFlag } from '../loadout-flag.ts';
import { renderOutdated } from '../render/outdated.ts';
import { withLocking } from '../with-locking.ts';

export default class Outdated extends BaseCommand {
  static override summary = 'List the locked toolkits of which there is something newer';
  static override description =
    'wanted: what `update` would lock. latest: the newest release, whatever the loadout asks for. Versions that are deprecated, unpublished or published again with other bytes are listed too. Exit status: 0 nothing is listed, 1 something is.';
  static override examples = ['<%= config.bin %> <%= command.id %> --loadout mine.yaml'];
  static override flags = { loadout: loadoutFlag, registry: registryFlag, offline: offlineFlag };

  async run(): Promise<OutdatedReport> {
    const { flags } = await this.read(Outdated);
    const report = await withLocking(flags.loadout, flags, (around) => outdated(flags.loadout, around));
    return this.show(report, renderOutdated, report.outdated.length === 0 ? 0 : 1);
  }
}

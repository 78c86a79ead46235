import { Args } from '@oclif/core';
import { removeToolkits } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { dryRunFlag, offlineFlag, registryFlag } from '../flags.ts';
import { loadoutFlag } from '../loadout-flag.ts';
import { type ChangeReport, renderChange } from '../render/loadout-change.ts';
import { sizeOf } from '../render/lock-report.ts';
import { toolkitName } from '../toolkit-words.ts';
import { withLocking } from '../with-locking.ts';

export default class Remove extends BaseCommand {
  static override summary = 'Take toolkits out of a loadout, and lock it again';
  static override description =
    'Comments and layout of the loadout stay, but for the comment right above the entry. What is installed stays in the store.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> grid',
    '<%= config.bin %> <%= command.id %> grid fit --loadout mine.yaml --dry-run',
  ];
  static override strict = false;
  static override args = {
    toolkits: Args.string({ required: true, ignoreStdin: true, description: 'names; several may follow' }),
  };
  static override flags = {
    loadout: loadoutFlag,
    registry: registryFlag,
    offline: offlineFlag,
    'dry-run': dryRunFlag,
  };

  async run(): Promise<ChangeReport> {
    const { words, flags } = await this.readWords(Remove);
    const change = { loadoutFile: flags.loadout, dryRun: flags['dry-run'] };
    const names = words.map(toolkitName);
    const { lock, ...result } = await withLocking(flags.loadout, flags, (around) =>
      removeToolkits(names, change, around),
    );
    return this.show({ ...result, ...sizeOf(lock) }, renderChange);
  }
}

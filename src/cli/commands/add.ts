import { Args } from '@oclif/core';
import { addToolkits } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { dryRunFlag, offlineFlag, registryFlag } from '../flags.ts';
import { loadoutFlag } from '../loadout-flag.ts';
import { type ChangeReport, renderChange } from '../render/loadout-change.ts';
import { sizeOf } from '../render/lock-report.ts';
import { toolkitAndRange } from '../toolkit-words.ts';
import { withLocking } from '../with-locking.ts';

export default class Add extends BaseCommand {
  static override summary = 'Take toolkits into a loadout, and lock it again';
  static override description =
    'Writes the range into the loadout, where comments and layout stay, and then its lock. Without a range: from the newest version up to the next major one. A toolkit that is there already gets the range that is given. When no versions fit together nothing is written.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> @toolbase/symbolic',
    {
      description: 'Several, with ranges or tags',
      command: '<%= config.bin %> <%= command.id %> grid@^1.2 fit@next --loadout mine.yaml',
    },
  ];
  static override strict = false;
  static override args = {
    toolkits: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'names, each with @range or without; several may follow',
    }),
  };
  static override flags = {
    loadout: loadoutFlag,
    registry: registryFlag,
    offline: offlineFlag,
    'dry-run': dryRunFlag,
  };

  async run(): Promise<ChangeReport> {
    const { words, flags } = await this.readWords(Add);
    const change = { loadoutFile: flags.loadout, dryRun: flags['dry-run'] };
    const additions = words.map(toolkitAndRange);
    const { lock, ...result } = await withLocking(flags.loadout, flags, (around) =>
      addToolkits(additions, change, around),
    );
    return this.show({ ...result, ...sizeOf(lock) }, renderChange);
  }
}

import { Args, Flags } from '@oclif/core';
import { shellWord, ToolbaseError } from '../../kernel/index.ts';
import { loadoutPathOf } from '../../workflow/index.ts';
import { createLock } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { dryRunFlag, offlineFlag, registryFlag } from '../flags.ts';
import { loadoutFlag } from '../loadout-flag.ts';
import { type LockReport, renderLock, sizeOf } from '../render/lock-report.ts';
import { toolkitName } from '../toolkit-words.ts';
import { withLocking } from '../with-locking.ts';

export default class Update extends BaseCommand {
  static override summary = 'Lock the newest versions that the ranges of a loadout take';
  static override description =
    'All toolkits, or only those named and what they need. The loadout stays as it is: `add` gives a toolkit another range.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> grid --loadout mine.yaml --dry-run',
  ];
  static override strict = false;
  static override args = {
    toolkits: Args.string({ ignoreStdin: true, description: 'names; several may follow; none: all' }),
  };
  static override flags = {
    loadout: loadoutFlag,
    registry: registryFlag,
    offline: offlineFlag,
    'accept-republished': Flags.boolean({
      default: false,
      description: 'of the toolkits that are named, take bytes that were changed under the locked version',
    }),
    'dry-run': dryRunFlag,
  };

  async run(): Promise<LockReport> {
    const { words, flags } = await this.readWords(Update);
    const names = words.map(toolkitName);
    const accepts = flags['accept-republished'];
    if (accepts && names.length === 0)
      throw new ToolbaseError('USAGE', '--accept-republished is of toolkits that are named', {
        hint: 'Write `toolbase update <toolkit> --accept-republished`.',
      });
    const request = {
      loadoutFile: flags.loadout,
      dryRun: flags['dry-run'],
      accepted: accepts ? names : [],
      update: names.length > 0 ? names : ('all' as const),
    };
    const { lock, ...result } = await withLocking(flags.loadout, flags, (around) =>
      createLock(request, around),
    );
    return this.show({ ...result, ...sizeOf(lock) }, render);
  }
}

const render = (report: LockReport): string =>
  renderLock(report) +
  (report.outcome === 'unchanged'
    ? `\`toolbase outdated --loadout ${shellWord(loadoutPathOf(report.lockFile))}\` lists what its ranges do not take.\n`
    : '');

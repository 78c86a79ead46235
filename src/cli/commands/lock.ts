import { Args, Flags } from '@oclif/core';
import { createLock } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { offlineFlag, registryFlag } from '../flags.ts';
import { type LockReport, renderLock, sizeOf } from '../render/lock-report.ts';
import { toolkitName } from '../toolkit-words.ts';
import { withLocking } from '../with-locking.ts';

export default class Lock extends BaseCommand {
  static override summary = 'Resolve a loadout into its lockfile';
  static override description =
    'Writes x.lock beside x.yaml: exact versions, the integrity of every package, and the whole interface that a model will see. Versions that are locked and still fit stay, unless --update. An equal lock is left untouched.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.yaml',
    {
      description: 'In CI: fail when the lock is stale',
      command: '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.yaml --check',
    },
  ];
  // Written out, since the program's own rendering of flags that exclude each other is unreadable.
  static override usage =
    '<%= command.id %> [LOADOUT] [--check | --update | --update-toolkit <name>...] [--prefer highest|lowest] [--registry [<name>=]<dir>...] [--offline] [--json] [--log-level error|info|debug]';
  static override args = {
    loadout: Args.string({ default: 'loadout.yaml', ignoreStdin: true, description: 'the loadout, x.yaml' }),
  };
  static override flags = {
    registry: registryFlag,
    offline: offlineFlag,
    check: Flags.boolean({ default: false, description: 'write nothing; exit 1 when the lock is stale' }),
    update: Flags.boolean({
      default: false,
      exclusive: ['check'],
      description: 'take the highest versions that fit',
    }),
    'update-toolkit': Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: '<name>',
      exclusive: ['check', 'update'],
      description: 'let only this toolkit move',
    }),
    prefer: Flags.option({
      options: ['highest', 'lowest'] as const,
      default: 'highest',
      exclusive: ['check'],
      description: 'which version to take of those that fit and are not locked',
    })(),
  };

  async run(): Promise<LockReport> {
    const { args, flags } = await this.read(Lock);
    const moving = (flags['update-toolkit'] ?? []).map(toolkitName);
    const { lock, ...result } = await withLocking(args.loadout, flags, (around) =>
      createLock(
        {
          loadoutFile: args.loadout,
          check: flags.check,
          prefer: flags.prefer,
          update: flags.update ? 'all' : moving.length > 0 ? moving : 'none',
        },
        around,
      ),
    );
    return this.show({ ...result, ...sizeOf(lock) }, renderLock);
  }
}

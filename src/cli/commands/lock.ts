import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../base-command.ts';
import { registryFlag } from '../flags.ts';

export default class Lock extends BaseCommand {
  static override summary = 'Resolve a loadout into its lockfile';
  static override description =
    'Writes x.lock beside x.yaml: exact versions, the integrity of every package, and the whole interface that a model will see. Leaves an equal lock untouched.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.yaml',
    {
      description: 'In CI: fail when the lock is stale',
      command: '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.yaml --check',
    },
  ];
  static override args = {
    loadout: Args.string({ required: true, ignoreStdin: true, description: 'the loadout, x.yaml' }),
  };
  static override flags = {
    registry: registryFlag,
    check: Flags.boolean({ default: false, description: 'write nothing; exit 1 when the lock is stale' }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.read(Lock);
    return [args.loadout, flags.check, flags.registry];
  }
}

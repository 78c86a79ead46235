import { Args } from '@oclif/core';
import { type Explanation, explainChoice } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { offlineFlag, registryFlag } from '../flags.ts';
import { loadoutFlag } from '../loadout-flag.ts';
import { renderChoice } from '../render/choice.ts';
import { withLocking } from '../with-locking.ts';

export default class Explain extends BaseCommand {
  static override summary = 'Say why a toolkit is locked, and why at this version';
  static override description =
    'Who asks for it, from the loadout on, and why each other published version is not the one. Changes nothing.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> symbolic__ComputeDecayRate --loadout loadouts/symbolic-eda.yaml',
    '<%= config.bin %> <%= command.id %> @toolbase/symbolic',
  ];
  static override args = {
    target: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'an operation, by the name that a model sees, or a toolkit',
    }),
  };
  static override flags = { loadout: loadoutFlag, registry: registryFlag, offline: offlineFlag };

  async run(): Promise<Explanation> {
    const { args, flags } = await this.read(Explain);
    const explanation = await withLocking(flags.loadout, flags, (around) =>
      explainChoice(args.target, flags.loadout, around),
    );
    return this.show(explanation, renderChoice);
  }
}

import { type ExplainedValue, explainValue } from '../../../machine/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { renderExplanation } from '../../render/explanation.ts';
import { anyValue, viewSettings } from '../../settings.ts';
import { externalFlag, lockFlag, valueArg } from '../../settings-flags.ts';

export default class SettingsExplain extends BaseCommand {
  static override summary = 'Say where the value of a setting comes from, and what it shadows';
  static override examples = ['<%= config.bin %> <%= command.id %> @lab/grid.n_threads --lock mine.lock'];
  static override args = { name: valueArg };
  static override flags = { lock: lockFlag, external: externalFlag };

  async run(): Promise<ExplainedValue> {
    const { args, flags } = await this.read(SettingsExplain);
    const view = await viewSettings(flags.lock);
    const { which, toolkit } = anyValue(view, args.name, flags.external);
    return this.show(explainValue(which, toolkit, view.layers), renderExplanation);
  }
}

import { ToolbaseError } from '../../../kernel/index.ts';
import { explainValue, type SettingValue, type ValueName } from '../../../machine/index.ts';
import { visibleText } from '../../render/visible-text.ts';
import { BaseCommand } from '../../base-command.ts';
import { namedValue, viewSettings } from '../../settings.ts';
import { externalFlag, lockFlag, valueArg } from '../../settings-flags.ts';

type GivenSetting = { toolkit: string; name: string; value: SettingValue; layer: string; source: string };

export default class SettingsGet extends BaseCommand {
  static override summary = 'Print the value of a setting that counts here';
  static override description =
    'Of a secret only where it is: env:NAME, file:PATH, or "set, hidden". Exit status 3 when it has no value.';
  static override examples = ['<%= config.bin %> <%= command.id %> @lab/grid.n_threads --lock mine.lock'];
  static override args = { name: valueArg };
  static override flags = { lock: lockFlag, external: externalFlag };

  async run(): Promise<GivenSetting> {
    const { args, flags } = await this.read(SettingsGet);
    const view = await viewSettings(flags.lock);
    const { which, toolkit } = namedValue(view, args.name, flags.external);
    const [first] = explainValue(which, toolkit, view.layers).layers;
    if (first === undefined) throw missing(which);
    if (first.problem !== undefined) throw new ToolbaseError('BAD_SETTINGS', first.problem);
    const { value, layer, source } = first;
    const given = { toolkit: which.toolkit, name: which.name, value, layer, source };
    return this.show(given, (result) => `${visibleText(String(result.value))}\n`);
  }
}

const missing = ({ kind, toolkit, name }: ValueName): ToolbaseError =>
  new ToolbaseError('SETTING_MISSING', `${toolkit}.${name} has no value on this machine`, {
    hint:
      kind === 'externals'
        ? 'The program is looked for on PATH: `toolbase doctor` with the lock says whether it was found.'
        : `Run \`toolbase settings set ${toolkit}.${name} <value>\`.`,
  });

import { editSettingsFile, settingsFileOf } from '../../../machine/io/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { renderRemoval, type SettingChange, settingChange } from '../../setting-change.ts';
import { anyValue, viewSettings } from '../../settings.ts';
import { externalFlag, lockFlag, scopeFlags, scopeOf, valueArg } from '../../settings-flags.ts';

export default class SettingsUnset extends BaseCommand {
  static override summary = 'Take a setting, or the path of an external program, out of a settings file';
  static override examples = ['<%= config.bin %> <%= command.id %> @lab/grid.n_threads'];
  static override args = { name: valueArg };
  static override flags = { lock: lockFlag, external: externalFlag, ...scopeFlags };

  async run(): Promise<SettingChange> {
    const { args, flags } = await this.read(SettingsUnset);
    const layer = scopeOf(flags);
    const view = await viewSettings(flags.lock);
    // Also one that no toolkit declares any more.
    const { which } = anyValue(view, args.name, flags.external);
    const file = await settingsFileOf(layer, view.place);
    const edit = { keys: ['toolkits', which.toolkit, which.kind, which.name], value: undefined } as const;
    const outcome = await editSettingsFile(file, edit, { ownerOnly: false });
    return this.show(await settingChange(which, { layer, file, outcome }, flags.lock), renderRemoval);
  }
}

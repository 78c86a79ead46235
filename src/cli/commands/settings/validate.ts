import { type SettingProblem, settingProblems } from '../../../machine/index.ts';
import { visibleText } from '../../render/visible-text.ts';
import { BaseCommand } from '../../base-command.ts';
import { viewSettings } from '../../settings.ts';
import { lockFlag } from '../../settings-flags.ts';

type Validation = {
  files: { layer: string; file: string }[];
  problems: SettingProblem[];
  /** Toolkits whose declarations are not at hand. */
  notChecked: string[];
};

export default class SettingsValidate extends BaseCommand {
  static override summary = 'Check the settings files against what the toolkits declare';
  static override description =
    'Names every value that does not fit, every name that no toolkit declares and, with a lock, every required setting that has no value. Exit status 1 when there is any. `doctor` also looks for the programs.';
  static override examples = ['<%= config.bin %> <%= command.id %> --lock mine.lock'];
  static override flags = { lock: lockFlag };

  async run(): Promise<Validation> {
    const { flags } = await this.read(SettingsValidate);
    const { layers, declared, lockFile } = await viewSettings(flags.lock);
    const named = layers.files.flatMap(({ settings }) => Object.keys(settings.toolkits));
    const names = [...new Set(lockFile === undefined ? named : declared.keys())].sort();
    const problems = names.flatMap((name) => {
      const toolkit = declared.get(name);
      return toolkit === undefined ? [] : settingProblems(toolkit, layers, lockFile !== undefined);
    });
    const notChecked = names.filter((name) => declared.get(name) === undefined);
    const files = layers.files.map(({ name, file }) => ({ layer: name, file }));
    return this.show({ files, problems, notChecked }, render, problems.length > 0 ? 1 : 0);
  }
}

const render = ({ files, problems, notChecked }: Validation): string =>
  [
    ...files.map(({ layer, file }) => `${layer} settings ${file}`),
    ...problems.map(
      ({ message, hint }) => `  ${visibleText(message)}${hint === undefined ? '' : `: ${hint}`}`,
    ),
    ...notChecked.map((name) => `${name}: not checked, it is not installed`),
    problems.length === 0 ? 'nothing is wrong with what was checked' : `${problems.length} to put right`,
    '',
  ].join('\n');

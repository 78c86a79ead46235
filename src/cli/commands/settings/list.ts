import { ordinalCompare } from '../../../kernel/index.ts';
import { type ExplainedValue, explainToolkit } from '../../../machine/index.ts';
import { visibleText } from '../../render/visible-text.ts';
import { BaseCommand } from '../../base-command.ts';
import { renderTable } from '../../render/table.ts';
import { terminalWidth } from '../../render/terminal-width.ts';
import { viewSettings } from '../../settings.ts';
import { lockFlag } from '../../settings-flags.ts';

type SettingsList = { files: { layer: string; file: string }[]; values: ExplainedValue[] };

export default class ListSettings extends BaseCommand {
  static override summary = 'List the settings and external programs of toolkits, with what counts here';
  static override description =
    'With a lock those that its toolkits declare, set or not; without one those that the settings name. Programs without a value are looked for on PATH; `doctor` says what was found. Secrets are shown by where they are, never by value.';
  static override examples = ['<%= config.bin %> <%= command.id %> --lock mine.lock'];
  static override flags = { lock: lockFlag };

  async run(): Promise<SettingsList> {
    const { flags } = await this.read(ListSettings);
    const { layers, declared, lockFile } = await viewSettings(flags.lock);
    const named = layers.files.flatMap(({ settings }) => Object.keys(settings.toolkits));
    const names = new Set(lockFile === undefined ? named : declared.keys());
    const values = [...names]
      .sort(ordinalCompare)
      .flatMap((name) => explainToolkit(name, declared.get(name), layers))
      .filter((value) => lockFile !== undefined || value.layers.length > 0);
    const files = layers.files.map(({ name, file }) => ({ layer: name, file }));
    return this.show({ files, values }, (list) => render(list, lockFile));
  }
}

const render = ({ files, values }: SettingsList, lockFile: string | undefined): string =>
  [
    values.length === 0
      ? noneText(lockFile)
      : renderTable(
          [{ title: 'setting' }, { title: 'value', flexible: true }, { title: 'from' }],
          values.map((value) => [`${value.toolkit}.${value.name}`, ...shown(value)]),
          terminalWidth(),
        ),
    ...files.map(({ layer, file }) => `${layer} settings ${file}\n`),
  ].join('');

const noneText = (lockFile: string | undefined): string =>
  lockFile === undefined
    ? 'no toolkit has a value in the settings; with --lock <file>, what can be set is listed\n'
    : 'its toolkits declare no settings and no external programs\n';

function shown({ kind, layers, required, declared }: ExplainedValue): [string, string] {
  const [first] = layers;
  if (first === undefined && kind === 'externals') return ['-', 'PATH, if it is there'];
  if (first === undefined) return ['-', required ? 'required' : ''];
  const value = visibleText(String(first.value));
  if (first.problem !== undefined) return [value, `${first.layer}, does not fit`];
  return [value, declared === false ? `${first.layer}, not declared` : first.layer];
}

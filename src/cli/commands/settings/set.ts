import { Args, Flags } from '@oclif/core';
import path from 'node:path';
import { ToolbaseError } from '../../../kernel/index.ts';
import { planSetting } from '../../../machine/index.ts';
import { editSettingsFile, ignorePrivateFile, settingsFileOf } from '../../../machine/io/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { readStdin } from '../../read-stdin.ts';
import { renderChange, type SettingChange, settingChange } from '../../setting-change.ts';
import { namedValue, viewSettings } from '../../settings.ts';
import { externalFlag, lockFlag, scopeFlags, scopeOf, valueArg } from '../../settings-flags.ts';

export default class SettingsSet extends BaseCommand {
  static override summary = 'Write a setting, or the path of an external program, into a settings file';
  static override description =
    'Checks the value by what the toolkit declares. Comments in the file stay. A secret is piped in, or named as env:NAME or file:PATH; it is kept in your own file, which then only you can read.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> @lab/grid.n_threads 8 --lock mine.lock',
    '<%= config.bin %> <%= command.id %> @lab/grid.api_key env:GRID_KEY',
    '<%= config.bin %> <%= command.id %> @lab/grid.api_key --stdin < key.txt',
    '<%= config.bin %> <%= command.id %> @lab/grid.form /opt/form/bin/form --external',
  ];
  static override args = {
    name: valueArg,
    value: Args.string({ ignoreStdin: true, description: 'the value, when it is no secret' }),
  };
  static override flags = {
    lock: lockFlag,
    external: externalFlag,
    stdin: Flags.boolean({ default: false, description: 'read the value from standard input' }),
    ...scopeFlags,
  };

  async run(): Promise<SettingChange> {
    const { args, flags } = await this.read(SettingsSet);
    const layer = scopeOf(flags);
    const view = await viewSettings(flags.lock);
    const { which, toolkit } = namedValue(view, args.name, flags.external);
    const file = await settingsFileOf(layer, view.place);
    const plan = planSetting({
      ...which,
      text: await givenText(args.value, flags.stdin),
      from: flags.stdin ? 'stdin' : 'argument',
      layer,
      file,
      workingDir: process.cwd(),
      homeDir: view.layers.homeDir,
      declaration: which.kind === 'settings' ? toolkit?.settings[which.name] : undefined,
    });
    const outcome = await editSettingsFile(file, plan, plan);
    const ignored = layer === 'private' && (await ignorePrivateFile(file));
    const change = await settingChange(which, { layer, file, outcome }, flags.lock);
    return this.show(
      { ...change, ...(ignored ? { ignored: path.join(path.dirname(file), '.gitignore') } : {}) },
      renderChange,
    );
  }
}

async function givenText(value: string | undefined, stdin: boolean): Promise<string> {
  if (stdin === (value !== undefined))
    throw new ToolbaseError('USAGE', stdin ? 'there is a value as well as --stdin' : 'there is no value', {
      hint: 'Write it after the name, or pipe it in with --stdin.',
    });
  return value ?? (await readStdin());
}

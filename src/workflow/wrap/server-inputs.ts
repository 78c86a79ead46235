import { SettingName, type SettingDeclaration } from '../../manifest/index.ts';
import { headOf, ToolbaseError } from '../../kernel/index.ts';

/** What a word of the command line is on this machine. */
export type PlaceKind = 'file' | 'folder' | undefined;

/** What a server is told, without anything of one machine: arguments and variables, and the settings in their place. */
export type ServerInputs = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, SettingDeclaration>>;
  /** Values of the settings on this machine, as a settings layer of the environment takes them. */
  readonly values: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
};

/** Arguments: a folder becomes the workspace, a file a setting.
 * @param kindOf what a path is here   @param absolute makes a path absolute */
export function portableArguments(
  args: readonly string[],
  kindOf: (path: string) => PlaceKind,
  absolute: (path: string) => string,
): Omit<ServerInputs, 'env'> {
  const settings: Record<string, SettingDeclaration> = {};
  const values: Record<string, string> = {};
  const notes: string[] = [];
  const portable = args.map((arg, index) => {
    const [, option = '', value = ''] = /^(--?[A-Za-z][\w-]*=)?(.*)$/s.exec(arg) ?? [];
    if (arg.includes('${') || !/^[./~]|\//.test(value)) return arg;
    const kind = kindOf(value);
    if (kind === undefined) return arg;
    if (kind === 'folder') {
      notes.push(
        `argument ${index + 1} of the server named a folder: it is \${workspace}, that of the session`,
      );
      return `${option}\${workspace}`;
    }
    const name = `file_${Object.keys(settings).length + 1}`;
    settings[name] = {
      type: 'file',
      title: titleOf(`In place of ${option}${baseName(value)}`),
      required: true,
    };
    values[name] = absolute(value);
    notes.push(`argument ${index + 1} of the server named a file: it is the setting ${name} of each machine`);
    return `${option}\${setting.${name}}`;
  });
  return { args: portable, settings, values, notes };
}

const baseName = (file: string): string => (file.split('/').pop() ?? file).slice(0, 40);

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A title that may be shown, whatever the name of a file holds. */
const titleOf = (text: string): string =>
  headOf(text.toWellFormed().normalize('NFC').replaceAll(HIDDEN, ''), 80);

const SECRET = /TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|PRIVATE|AUTH|(?:^|_)KEY(?:$|_)/;

/** Variables: `NAME` alone is a setting, sensitive when it sounds so; `NAME=text` stands in the toolkit as it is.
 * @param given values of `--env`   @param variables the environment of this process
 * @throws ToolbaseError USAGE */
export function serverVariables(
  given: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Omit<ServerInputs, 'args'> {
  const env: Record<string, string> = {};
  const settings: Record<string, SettingDeclaration> = {};
  const values: Record<string, string> = {};
  const notes: string[] = [];
  for (const each of given) {
    const [, name = '', , text] = /^([A-Z_][A-Z0-9_]*)(=(.*))?$/s.exec(each) ?? [];
    if (name === '')
      throw new ToolbaseError('USAGE', '--env takes NAME or NAME=TEXT, the name in capitals', {
        hint: "For example --env API_TOKEN, or --env 'CACHE_DIR=${workspace}/cache'.",
      });
    if (text !== undefined && SECRET.test(name) && !text.includes('${'))
      throw new ToolbaseError('USAGE', `--env ${name}=… would write a secret into toolkit.yaml`, {
        hint: `Write --env ${name}: it becomes a setting, and this machine's value is taken from the variable.`,
      });
    if (text !== undefined) {
      env[name] = text;
      continue;
    }
    const setting = settingNameOf(name);
    const sensitive = SECRET.test(name);
    settings[setting] = { type: 'string', title: titleOf(name), required: false, sensitive };
    env[name] = `\${setting.${setting}}`;
    const value = variables[name];
    if (value === undefined)
      throw new ToolbaseError('USAGE', `the variable ${name} is not set`, {
        hint: 'The server is started now to list its tools; set the variable for this command.',
      });
    values[setting] = sensitive ? `env:${name}` : value;
    notes.push(`${name} is the ${sensitive ? 'sensitive ' : ''}setting ${setting}`);
  }
  return { env, settings, values, notes };
}

function settingNameOf(variable: string): string {
  const name = variable
    .toLowerCase()
    .replace(/_+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '');
  const parsed = SettingName.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new ToolbaseError('USAGE', `--env ${variable} gives no name for a setting`);
}

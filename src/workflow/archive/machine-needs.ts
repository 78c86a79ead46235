import { ordinalCompare, type ToolkitName } from '../../kernel/index.ts';
import { variableName } from '../../machine/index.ts';
import type {
  EnvironmentDeclaration,
  ExternalDeclaration,
  SettingDeclaration,
  ToolkitManifest,
} from '../../manifest/index.ts';

interface Need<Declaration> {
  readonly toolkit: ToolkitName;
  readonly name: string;
  readonly declaration: Declaration;
}

/** A setting or external, with the environment variable that gives it a value. */
interface GivenByVariable {
  readonly variable: string;
}

/** All that a loadout's toolkits declare to need of a machine, in order of toolkit and name. */
export interface MachineNeeds {
  readonly settings: readonly (Need<SettingDeclaration> & GivenByVariable)[];
  readonly externals: readonly (Need<ExternalDeclaration> & GivenByVariable)[];
  readonly environments: readonly Need<EnvironmentDeclaration>[];
}

type Declaring = Pick<ToolkitManifest, 'name' | 'settings' | 'externals' | 'environments'>;

export function machineNeeds(manifests: readonly Declaring[]): MachineNeeds {
  const toolkits = [...manifests].sort((a, b) => ordinalCompare(a.name, b.name));
  const all = <T>(of: (manifest: Declaring) => Readonly<Record<string, T>>): Need<T>[] =>
    toolkits.flatMap((manifest) =>
      Object.entries(of(manifest))
        .sort(([a], [b]) => ordinalCompare(a, b))
        .map(([name, declaration]) => ({ toolkit: manifest.name, name, declaration })),
    );
  return {
    settings: all(({ settings }) => settings).map((need) => ({
      ...need,
      variable: variableName('settings', need.toolkit, need.name),
    })),
    externals: all(({ externals }) => externals).map((need) => ({
      ...need,
      variable: variableName('externals', need.toolkit, need.name),
    })),
    environments: all(({ environments }) => environments),
  };
}

/** Whether a setting holds a secret. */
export const isSensitive = (declaration: SettingDeclaration): boolean =>
  declaration.type === 'string' && declaration.sensitive;

/** Whether nothing works until somebody gives the setting a value. */
export const mustBeSet = (declaration: SettingDeclaration): boolean =>
  declaration.required && declaration.default === undefined;

/** What a setting takes, in words: `number from 1 to 64, default 1`. */
export function settingWords(declaration: SettingDeclaration): string {
  const words: string[] = [isSensitive(declaration) ? 'secret text' : TYPE_WORDS[declaration.type]];
  if (declaration.type === 'number') {
    if (declaration.min !== undefined) words.push(`at least ${declaration.min}`);
    if (declaration.max !== undefined) words.push(`at most ${declaration.max}`);
  }
  if (declaration.default !== undefined) words.push(`default ${JSON.stringify(declaration.default)}`);
  words.push(mustBeSet(declaration) ? 'must be set' : 'may be left out');
  return words.join(', ');
}

const TYPE_WORDS = {
  string: 'text',
  number: 'number',
  boolean: 'true or false',
  file: 'path of a file',
  directory: 'path of a folder',
} as const;

/** How a program can be installed, in words: `apt: form; conda: form`. Empty when the toolkit does not say. */
export const installWords = ({ install }: ExternalDeclaration): string =>
  Object.entries(install)
    .map(([manager, target]) => `${manager}: ${target}`)
    .join('; ');

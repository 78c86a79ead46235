import { exposedTools } from '../../lockfile/index.ts';
import type { SettingDeclaration } from '../../manifest/index.ts';
import {
  isSensitive,
  loadoutPage,
  type MachineNeeds,
  mustBeSet,
  oneLine,
  settingWords,
} from '../archive/index.ts';
import {
  AUTHOR,
  commonEntries,
  FORM_PATHS,
  type FormContents,
  jsonEntry,
  licenceOf,
  slugOf,
  textEntry,
  versionOf,
} from './form-contents.ts';
import { buildZip } from './zip.ts';

type UserOption = {
  type: 'string' | 'number' | 'boolean' | 'directory' | 'file';
  title: string;
  description: string;
  required?: boolean;
  default?: string | number | boolean;
  sensitive?: boolean;
  min?: number;
  max?: number;
};

/** An MCP bundle (`.mcpb`), which Claude Desktop and others install: the archive and the program that serves it, with the
 * settings as options that the client asks for. The same lock gives the same bytes.
 * @see MCPB manifest specification 0.3 */
export function buildMcpBundle(contents: FormContents): Uint8Array {
  return buildZip([
    jsonEntry('manifest.json', bundleManifest(contents)),
    textEntry('README.md', loadoutPage(contents, USE, FILES)),
    ...commonEntries(contents),
  ]);
}

const USE = [
  'Open the bundle with a client that installs MCP bundles, such as Claude Desktop, and answer what it asks: the folder that',
  'the operations may read and write, and the settings below. The client needs Node 20.19 or newer, on Linux or macOS.',
];

const FILES = [
  ['`manifest.json`', 'what the client reads'],
  ['`loadout.tgz`', 'the loadout, its lock and the toolkits: a loadout archive'],
  ['`server/`', 'the program that serves it'],
] as const;

function bundleManifest(contents: FormContents): object {
  const { name, loadout, lock, needs } = contents;
  const title = oneLine(loadout.title ?? name);
  const { options, env } = userConfig(needs);
  return {
    manifest_version: '0.3',
    name: slugOf(name),
    display_name: title,
    version: versionOf(contents),
    description: oneLine(loadout.summary ?? `${title}: tools pinned by toolbase`),
    long_description: `Interface digest ${lock.interfaceDigest}`,
    author: AUTHOR,
    license: licenceOf(contents),
    server: {
      type: 'node',
      entry_point: FORM_PATHS.server,
      mcp_config: {
        command: 'node',
        args: [
          `\${__dirname}/${FORM_PATHS.server}`,
          `\${__dirname}/${FORM_PATHS.archive}`,
          '--workspace',
          '${user_config.workspace}',
        ],
        env,
      },
    },
    tools: exposedTools(lock).map(({ tool }) => ({ name: tool.name, description: tool.description })),
    compatibility: { platforms: ['darwin', 'linux'], runtimes: { node: '>=20.19.0' } },
    user_config: options,
  };
}

/** An option a setting and a program, and the variables that carry them to the server. */
function userConfig({ settings, externals }: MachineNeeds): {
  options: Record<string, UserOption>;
  env: Record<string, string>;
} {
  const options: Record<string, UserOption> = { workspace: WORKSPACE };
  const env: Record<string, string> = {};
  const add = (variable: string, option: UserOption): void => {
    const base = variable.replace(/^TOOLBASE_(?:SETTING|EXTERNAL)_/, '').toLowerCase();
    // A setting and a program of one toolkit may have one name: no setting's name holds two underscores.
    const isTaken = variable.startsWith('TOOLBASE_EXTERNAL_') && Object.hasOwn(options, base);
    const key = isTaken ? `${base}__program` : base;
    options[key] = option;
    env[variable] = `\${user_config.${key}}`;
  };
  for (const { toolkit, name, declaration, variable } of settings)
    add(variable, settingOption(declaration, `${toolkit} ${name}`));
  for (const { toolkit, declaration, variable } of externals)
    add(variable, {
      type: 'file',
      title: oneLine(declaration.title),
      description: `Program ${declaration.command} ${oneLine(declaration.versions)} for ${toolkit}; looked for on PATH when it is left empty.`,
      required: false,
    });
  return { options, env };
}

const WORKSPACE: UserOption = {
  type: 'directory',
  title: 'Workspace',
  description: 'Folder that the operations may read and write.',
  required: true,
};

function settingOption(declaration: SettingDeclaration, what: string): UserOption {
  const description = oneLine(declaration.description ?? settingWords(declaration));
  return {
    type: declaration.type,
    title: oneLine(declaration.title),
    description: `${description} (${what})`,
    required: mustBeSet(declaration),
    ...(declaration.default === undefined ? {} : { default: declaration.default }),
    ...(isSensitive(declaration) ? { sensitive: true } : {}),
    ...(declaration.type === 'number' && declaration.min !== undefined ? { min: declaration.min } : {}),
    ...(declaration.type === 'number' && declaration.max !== undefined ? { max: declaration.max } : {}),
  };
}

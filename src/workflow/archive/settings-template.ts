import { installWords, isSensitive, type MachineNeeds, settingWords } from './machine-needs.ts';
import { oneLine } from './one-line.ts';

const HEAD = `# What this loadout can be told about a machine: names, types and help, no values. Copy what you need into your
# settings file, or into toolbase.local.yaml beside the lock, without the "# " in front, and fill it in.
# A secret is given as env:NAME or file:PATH, never by itself.
formatVersion: 1
`;

/** A settings file without any value: what the toolkits declare, as comments. */
export function settingsTemplate({ settings, externals }: MachineNeeds): string {
  const toolkits = [...new Set([...settings, ...externals].map(({ toolkit }) => toolkit))].sort();
  if (toolkits.length === 0) return `${HEAD}# There is nothing to set.\n`;
  const lines = toolkits.flatMap((toolkit) => [
    `  ${JSON.stringify(toolkit)}:`,
    ...section('settings', settings.filter((need) => need.toolkit === toolkit).flatMap(settingLines)),
    ...section('externals', externals.filter((need) => need.toolkit === toolkit).flatMap(externalLines)),
  ]);
  return `${HEAD}${['toolkits:', ...lines].map((line) => `# ${line}\n`).join('')}`;
}

const section = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`    ${name}:`, ...lines.map((line) => `      ${line}`)];

const settingLines = ({ name, declaration, variable }: MachineNeeds['settings'][number]): string[] => [
  `# ${oneLine(declaration.title)}: ${oneLine(settingWords(declaration))}`,
  ...(declaration.description === undefined ? [] : [`# ${oneLine(declaration.description)}`]),
  `# or in the variable ${variable}`,
  `${name}:${isSensitive(declaration) ? ' env:' : ''}`,
];

const externalLines = ({ name, declaration, variable }: MachineNeeds['externals'][number]): string[] => {
  const install = installWords(declaration);
  return [
    `# ${oneLine(declaration.title)}: path of ${declaration.command}, versions ${oneLine(declaration.versions)}`,
    '# looked for on PATH when it is not set',
    ...(install === '' ? [] : [`# installed by ${oneLine(install)}`]),
    `# or in the variable ${variable}`,
    `${name}:`,
  ];
};

import { ordinalCompare } from '../../kernel/index.ts';
import type { Loadout } from '../../loadout/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import { installWords, type MachineNeeds, settingWords } from './machine-needs.ts';
import { oneLine } from './one-line.ts';

/** So many toolkits name a loadout without a title. */
const TITLE_TOOLKITS_MAX = 3;

export interface PageContents {
  readonly loadout: Pick<Loadout, 'title' | 'summary'>;
  readonly lock: Lock;
  readonly needs: MachineNeeds;
}

/** The page that somebody reads who was sent a loadout, in Markdown.
 * @param use lines that say how to use it   @param files what lies beside the page: path and meaning */
export function loadoutPage(
  { loadout, lock, needs }: PageContents,
  use: readonly string[],
  files: readonly (readonly [path: string, what: string])[],
): string {
  return [
    `# ${cell(loadout.title ?? untitled(lock))}`,
    ...(loadout.summary === undefined ? [] : ['', cell(loadout.summary)]),
    '',
    'Tools for an agent, pinned: an agent that is served this loadout by toolbase over MCP gets exactly the operations',
    'below, word for word, on every machine. Two agents had the same tools exactly when their interface digests are equal.',
    '',
    ...table(
      ['', ''],
      [
        ['interface digest', `\`${lock.interfaceDigest}\``],
        ['lock digest', `\`${lock.lockDigest}\``],
      ],
    ),
    ...operations(lock),
    '',
    '## Use it',
    '',
    ...use,
    ...toSet(needs),
    ...environments(needs),
    '',
    '## What is here',
    '',
    ...table(['file', 'what'], files),
    '',
  ].join('\n');
}

function untitled(lock: Lock): string {
  const names = [...new Set(Object.values(lock.operations).map(({ toolkit }) => toolkit))].sort(
    ordinalCompare,
  );
  const more = names.length - TITLE_TOOLKITS_MAX;
  return `Loadout of ${names.slice(0, TITLE_TOOLKITS_MAX).join(', ') || 'no operation'}${more > 0 ? ` and ${more} more` : ''}`;
}

function operations(lock: Lock): string[] {
  const rows = Object.values(lock.operations)
    .sort((a, b) => ordinalCompare(a.tool.name, b.tool.name))
    .map(({ tool, toolkit }) => [
      `\`${tool.name}\``,
      tool.title ?? tool.description.slice(0, 160),
      `${toolkit} ${lock.toolkits[toolkit]?.version ?? ''}`,
    ]);
  return ['', '## Operations', '', ...table(['name', 'what', 'toolkit'], rows)];
}

function toSet({ settings, externals }: MachineNeeds): string[] {
  if (settings.length + externals.length === 0) return ['', '## What must be set', '', 'Nothing.'];
  const rows = [
    ...settings.map(({ toolkit, name, declaration, variable }) => [
      `${toolkit}: \`${name}\``,
      `${declaration.title} (${settingWords(declaration)})${declaration.description === undefined ? '' : `. ${declaration.description}`}`,
      `\`${variable}\``,
    ]),
    ...externals.map(({ toolkit, name, declaration, variable }) => {
      const install = installWords(declaration);
      return [
        `${toolkit}: program \`${name}\``,
        `${declaration.title}, \`${declaration.command}\` ${declaration.versions}${declaration.optional ? ', may be missing' : ''}${install === '' ? '' : ` (${install})`}`,
        `\`${variable}\``,
      ];
    }),
  ];
  return [
    '',
    '## What must be set',
    '',
    'In your settings file (see `settings.template.yaml`) or in the environment. Programs are looked for on `PATH`.',
    '',
    ...table(['what', 'meaning', 'variable'], rows),
  ];
}

function environments({ environments: all }: MachineNeeds): string[] {
  if (all.length === 0) return [];
  const rows = all.map(({ toolkit, name, declaration }) => [
    `${toolkit}: ${name}`,
    declaration.kind === 'python' ? `Python ${declaration.python}` : 'npm',
    `\`environments/${toolkit}/${name}/\``,
  ]);
  return [
    '',
    '## Environments',
    '',
    'These toolkits need packages that are not in the archive, since they differ by system. They are pinned by hash and come',
    'from a package index. For a machine that reaches none, fetch them on a machine of the same system, and carry the folder:',
    '',
    '```sh',
    'pip download --require-hashes --only-binary=:all: -d wheels -r environments/<toolkit>/<name>/requirements.txt',
    'PIP_FIND_LINKS="$PWD/wheels" PIP_NO_INDEX=1 UV_FIND_LINKS="$PWD/wheels" UV_OFFLINE=1 toolbase import x.loadout.tgz',
    '```',
    '',
    ...table(['environment', 'of', 'pinned in'], rows),
  ];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(' | ')} |`);

/** Text of a toolkit's author cannot leave its cell, nor be markup. */
const cell = (text: string): string =>
  oneLine(text).replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;').replaceAll('](', String.raw`]\(`);

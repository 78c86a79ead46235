import { cleanText, shellWord } from '../../kernel/index.ts';
import type { InitResult, WrapResult } from '../../workflow/io/index.ts';
import { fitted } from './fitted.ts';

/** What was written, and the commands that come next. */
export const renderInit = (result: InitResult): string =>
  [
    `${result.kind === 'loadout' ? 'a loadout' : result.name} in ${result.dir}`,
    ...result.files.map((file) => `  ${file}`),
    ...result.kept.map((file) => `  ${file} was there and is kept`),
    '',
    'Next:',
    ...nextSteps(result),
    '',
  ].join('\n');

/** The same of a wrapped server, with what its tools became. */
export const renderWrap = (result: WrapResult): string =>
  [
    result.origin,
    ...result.notes.map((note) => fitted(`  ${note}`)),
    `${result.operations.length} tool${result.operations.length === 1 ? '' : 's'}`,
    ...result.operations.flatMap(({ upstreamName, name, notes }) => [
      `  ${name}${name === upstreamName ? '' : `  for ${cleanText(upstreamName, 128)}`}`,
      ...notes.map((note) => fitted(`    ${cleanText(note, NOTE_MAX)}`)),
    ]),
    ...result.omitted.map((name) => `  ${cleanText(name, 128)} is left out`),
    renderInit(result),
  ].join('\n');

const NOTE_MAX = 300;

function nextSteps({ dir, kind, name }: InitResult): string[] {
  const folder = shellWord(dir);
  if (kind === 'loadout')
    return [
      `  toolbase lock ${folder}/loadout.yaml`,
      `  toolbase install ${folder}/loadout.lock`,
      `  toolbase list ${folder}/loadout.lock`,
    ];
  return [
    ...(kind === 'python' ? [`  python3 -m unittest discover ${folder}/test`] : []),
    `  toolbase pack ${folder} --out packed`,
    `  toolbase publish ${folder}`,
    'Then name it in a loadout, loadout.yaml:',
    '  formatVersion: 1',
    `  toolkits: { ${JSON.stringify(name)}: "^0.1.0" }`,
    '  toolbase lock loadout.yaml',
    '  toolbase install loadout.lock',
    '  toolbase list loadout.lock',
  ];
}

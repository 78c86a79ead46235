import type { InitResult } from '../../workflow/io/index.ts';
import { shellWord } from './shell-word.ts';

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
  ];
}

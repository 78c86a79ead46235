import { visibleText } from './visible-text.ts';
import { type ExplainedValue, variableName } from '../../machine/index.ts';
import { renderTable } from './table.ts';
import { terminalWidth } from './terminal-width.ts';
import { fitted } from './fitted.ts';

/** Every layer that has a value, strongest first. */
export function renderExplanation(value: ExplainedValue): string {
  const { kind, toolkit, name, layers } = value;
  const flag = kind === 'settings' ? '--set' : '--external';
  const table = renderTable(
    [{ title: 'layer' }, { title: 'value' }, { title: 'where', flexible: true }, { title: '' }],
    layers.map(({ layer, value: shown, source, problem }, index) => [
      layer,
      visibleText(String(shown)),
      source,
      problem === undefined ? (index === 0 ? 'counts' : 'shadowed') : 'does not fit',
    ]),
    terminalWidth(),
  );
  return [
    `${toolkit}.${name}: ${describe(value)}`,
    layers.length === 0 ? noValue(kind) : table.trimEnd(),
    ...layers.flatMap(({ problem }) => (problem === undefined ? [] : [visibleText(problem)])),
    fitted(
      `Stronger than all of these: ${variableName(kind, toolkit, name)}${value.sensitive ? '' : `, ${flag} ${toolkit}.${name}=<value>`}`,
    ),
    '',
  ].join('\n');
}

function describe({ declared, title, wanted, required, near }: ExplainedValue): string {
  if (declared === undefined)
    return 'no toolkit of that name is installed, so it is not known what it must be';
  if (!declared)
    return `the toolkit does not declare it${near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`}`;
  return [visibleText(title ?? ''), visibleText(wanted ?? ''), ...(required ? ['required'] : [])]
    .filter((part) => part !== '')
    .join(', ');
}

const noValue = (kind: ExplainedValue['kind']): string =>
  kind === 'externals'
    ? 'No layer has a value, so it is looked for on PATH; `toolbase doctor` says what was found.'
    : 'No layer has a value.';

import { rational } from '../kernel/index.ts';
import type { ConditionSummary, Scores, Summary } from './summary.ts';

const WIDTH = 80;
const NAME_MAX = 24;

/** `summary.txt`: the summary as text of at most 80 columns. */
export function renderSummary(summary: Summary): string {
  const { campaign, benchmark, conditions } = summary;
  return `${[
    ...wrapped(`${campaign.name}: ${campaign.title}`),
    `benchmark ${benchmark.name} ${benchmark.version}, seed ${campaign.seed}`,
    '',
    ...summary.notes.flatMap((note) => wrapped(note)),
    '',
    ...scoreTable(conditions),
    ...LEGEND,
    ...endings(conditions),
    ...conditions.flatMap(checkTable),
  ].join('\n')}\n`;
}

const SCORE_HEAD = ['condition', 'trials', 'graded', 'infra', 'mean reach', 'complete', 'exact 95 %'];

const LEGEND = [
  '',
  'reach: the weights of the checks that passed, 0 to 1 (a failed gate takes what',
  'comes after it). complete: trials of a reach that the rubric counts as success.',
  'infra: trials without a grade, for reasons of the infrastructure.',
];

function scoreTable(conditions: readonly ConditionSummary[]): string[] {
  const rows = conditions.flatMap((condition) => {
    const { trials, graded, intentionToTreat } = condition;
    const lost = String(trials.infrastructure + trials.invalid);
    const row = [condition.name, String(trials.planned), String(trials.graded), lost, ...scoreCells(graded)];
    return graded.n === intentionToTreat.n
      ? [row]
      : [
          row,
          ['  all run, missing as 0', '', String(intentionToTreat.n), '', ...scoreCells(intentionToTreat)],
        ];
  });
  return table([SCORE_HEAD, ...rows], [24, 6, 6, 5, 10, 9, 14]);
}

/** How trials ended that did not complete, a line for each condition that has any. */
function endings(conditions: readonly ConditionSummary[]): string[] {
  const lines = conditions.flatMap(({ name, trials: { limited, agentErrors }, firstAgentError }) => {
    const told = [
      ...(limited > 0 ? [`limit ${limited}`] : []),
      ...(agentErrors > 0 ? [`error ${agentErrors}: ${firstAgentError ?? ''}`] : []),
    ];
    return told.length === 0 ? [] : [cut(`${cut(name, NAME_MAX)}: ${told.join(', ')}`, WIDTH)];
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Plain ASCII of at most so many characters; what is cut off is marked. */
function cut(text: string, width: number): string {
  const plain = text.replaceAll(/[^ -~]/g, '?');
  return plain.length > width ? `${plain.slice(0, width - 1)}~` : plain;
}

function scoreCells({ meanReach, completion }: Scores): string[] {
  return [
    meanReach === null ? '-' : meanReach.value.toFixed(4),
    completion === null ? '-' : `${completion.passed}/${completion.of}`,
    completion === null ? '-' : `${percent(completion.low95)} - ${percent(completion.high95)}`,
  ];
}

/** 1/25 as 0.04; 1/3 stays as it is. */
function decimalIfExact(exact: string): string {
  const value = rational(exact);
  const decimal = String(value.valueOf());
  return rational(decimal).equals(value) ? decimal : exact;
}

const percent = (rate: number): string => `${(100 * rate).toFixed(1)}%`;

function checkTable(condition: ConditionSummary): string[] {
  if (condition.checks.length === 0) return ['', `${condition.name}: nothing was graded`];
  const rows = condition.checks.map(({ stage, check, tier, weight, passed, of }) => [
    `${stage}/${check}${tier === null ? '' : ` ${tier}`}`,
    decimalIfExact(weight),
    `${passed}/${of}`,
  ]);
  return ['', ...table([[`checks of ${condition.name}`, 'weight', 'passed'], ...rows], [56, 10, 10])];
}

/** First column to the left, the others to the right; a cell that does not fit is cut and marked. */
function table(rows: readonly (readonly string[])[], widths: readonly number[]): string[] {
  const line = (row: readonly string[]): string =>
    row
      .map((cell, c) => {
        const width = widths[c] ?? 0;
        const fitted = cut(cell, width);
        return c === 0 ? fitted.padEnd(width) : fitted.padStart(width);
      })
      .join(' ')
      .trimEnd();
  const [head = [], ...body] = rows;
  return [line(head), '-'.repeat(widths.reduce((sum, width) => sum + width + 1, -1)), ...body.map(line)];
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/\S{1,80}/g) ?? []) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

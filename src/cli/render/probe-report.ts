import type { ProbeReport } from '../../harness/index.ts';
import { renderTable } from './table.ts';
import { terminalWidth } from './terminal-width.ts';
import { visibleText } from './visible-text.ts';
import { wrapLines } from './wrap-lines.ts';

type Operation = ProbeReport['seen']['operations'][number];

/** What reached the model, for a person. */
export function renderProbe(report: ProbeReport): string {
  const { title, version, seen, differences } = report;
  const width = terminalWidth();
  return [
    ...wrapLines(
      [
        `${title} ${version} (${report.program}), asking for the model ${visibleText(report.model)}`,
        `first request after ${(report.firstRequestMs / 1000).toFixed(1)} s; ${turnWords(report)}`,
        ...(report.network === 'open' ? ['it ran with the network of this machine'] : []),
      ],
      width,
    ),
    '',
    operationsTable(seen.operations, width),
    ...wrapLines(
      [
        `instructions: ${seen.instructions === 'none' ? 'the lock has none' : seen.instructions}`,
        ...rewordings(seen.operations),
        `tools of its own: ${seen.own.map(visibleText).join(', ')}`,
        '',
        ...(differences.length === 0
          ? [`the model sees the locked interface ${report.interfaceDigest}`]
          : ['the model does not see the locked interface:']),
        ...differences.map((each) => `  ${visibleText(each)}`),
      ],
      width,
    ),
    '',
  ].join('\n');
}

const operationsTable = (operations: readonly Operation[], width: number): string =>
  renderTable(
    [
      { title: 'operation' },
      { title: 'reached the model as', flexible: true },
      { title: 'description' },
      { title: 'schema' },
    ],
    operations.map((operation) => [
      operation.name,
      visibleText(operation.seenAs ?? '-'),
      operation.description,
      schemaWords(operation),
    ]),
    width,
  );

const turnWords = ({ toolsAtTurn, deferral }: ProbeReport): string => {
  if (toolsAtTurn !== null) return `all tools were there at turn ${toolsAtTurn}`;
  return deferral === null ? 'the tools were never all there' : `tools are deferred (${deferral})`;
};

function schemaWords({ state, schema }: Operation): string {
  if (state === 'missing') return 'missing';
  const lost = schema.filter(({ harmless }) => !harmless).length;
  if (lost > 0) return `${lost} lost`;
  return schema.length === 0 ? 'same' : `${schema.length} reworded`;
}

/** Keywords that a program leaves out, where words say the same, and arguments of its own. */
function rewordings(operations: readonly Operation[]): string[] {
  const counts = new Map<string, number>();
  for (const { at, what, harmless } of operations.flatMap(({ schema }) => schema)) {
    const keyword = `${at.slice(at.lastIndexOf('/') + 1)} ${what}`;
    if (harmless) counts.set(keyword, (counts.get(keyword) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const told = [...counts].map(([keyword, count]) => `${visibleText(keyword)} (${count})`).join(', ');
  return [`reworded, nothing lost: ${told}`];
}

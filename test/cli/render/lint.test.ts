import { expect, test } from 'vitest';
import { renderLint } from '../../../src/cli/render/lint.ts';
import type { LintReport } from '../../../src/workflow/io/index.ts';

type Finding = LintReport['findings'][number];

const unserved = (where: string): Finding => ({
  severity: 'warning',
  rule: 'schema-lowered',
  where,
  message: 'declares no maxResultBytes, so its output schema is not served',
});
const findingsOf = (...findings: Finding[]): string[] => {
  const told = renderLint({ target: 'w', kind: 'toolkit', findings, operations: [], tokens: 0, bytes: 0 });
  return told.slice(0, told.indexOf('\n\n')).split('\n');
};

test('findings that say the same are told once, with each place, and the others apart', () => {
  expect(
    findingsOf(
      unserved('tool "a"'),
      { severity: 'note', rule: 'name-length', where: 'w__a', message: 'is long' },
      unserved('tool "b"'),
      { ...unserved('tool "c"'), message: 'is another' },
    ),
  ).toEqual([
    'warning, 2 times: declares no maxResultBytes, so its output schema is not served',
    '  (schema-lowered)',
    '  tool "a", tool "b"',
    'warning: tool "c": is another (schema-lowered)',
    'note: w__a: is long (name-length)',
  ]);
});

test('every place is told, however many there are, within the terminal', () => {
  const places = Array.from({ length: 60 }, (_, at) => `tool "spectrum_of_kind_${at}"`);
  const lines = findingsOf(...places.map(unserved));
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  for (const place of places) expect(lines.join(' ').replaceAll(/ +/g, ' ')).toContain(place);
});

import { expect, test } from 'vitest';
import { renderOutdated } from '../../../src/cli/render/outdated.ts';
import type { OutdatedReport } from '../../../src/workflow/io/index.ts';
import { ToolkitName, Version } from '../../../src/kernel/index.ts';

type Row = OutdatedReport['outdated'][number];

const row = (name: string, current: string, fields: Partial<Row> = {}): Row => ({
  name: ToolkitName.parse(name),
  current: Version.parse(current),
  askedBy: ['loadout'],
  ...fields,
});
const linesOf = (...outdated: Row[]): string[] =>
  renderOutdated({ lockFile: 'x.lock', outdated }).trimEnd().split('\n');

test('a lock that is behind nothing is told so by one line', () => {
  expect(linesOf()).toEqual(['x.lock: every toolkit is at its newest version']);
});

test('a note says what speaks against a locked version, and all of it', () => {
  expect(
    linesOf(
      row('beam', '1.0.0', { wanted: Version.parse('1.1.0'), latest: Version.parse('2.0.0') }),
      row('fit', '1.0.0', { deprecated: 'wrong sums', republished: true }),
      row('grid', '1.0.0', { unpublished: true }),
    ),
  ).toEqual([
    'toolkit  current  wanted  latest  asked for by  note',
    'beam     1.0.0    1.1.0   2.0.0   loadout',
    'fit      1.0.0    -       -       loadout       published again with other',
    '                                                bytes; deprecated: wrong sums',
    'grid     1.0.0    -       -       loadout       unpublished',
  ]);
});

test('what to do about toolkits that no registry has is told once for all of them', () => {
  const advice = { unpublished: true, notFound: 'It was locked elsewhere.' } as const;
  expect(linesOf(row('fit', '1.0.0', advice), row('grid', '2.0.0', advice)).slice(1)).toEqual([
    'fit      1.0.0    -       -       loadout       in no registry here',
    'grid     2.0.0    -       -       loadout       in no registry here',
    'fit 1.0.0, grid 2.0.0: It was locked elsewhere.',
  ]);
});

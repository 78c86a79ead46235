import { expect, test } from 'vitest';
import { lockDiffLines, lockDiffSummary } from '../../../src/cli/render/lock-diff.ts';
import { diffLocks } from '../../../src/lockfile/index.ts';
import { lockOf, widthOperation } from '../../lockfile/diff/locks.ts';

const grid = lockOf({});
const reworded = diffLocks(
  grid,
  lockOf({
    version: '1.0.1',
    fields: { operations: [widthOperation({ description: 'Computes Width, in MeV.' })] },
  }),
);

test('a diff of locks tells toolkits, operations and what it means for a caller', () => {
  expect(lockDiffLines(reworded, 80)).toEqual([
    'toolkits',
    '  grid 1.0.0 -> 1.0.1  a patch step, as it deserves (patch)',
    'operations',
    '  grid__Width  changed (patch)',
    '    description reworded (patch)',
    '      | Computes Width, in [-GeV-]{+MeV+}.',
    'For a caller: calls that worked do the same (patch). A model reads other words.',
  ]);
});

test('going back to an older version is called that, and its publisher judged as in going on', () => {
  const back = diffLocks(
    lockOf({ version: '1.0.1', fields: { operations: [widthOperation({ title: 'A width' })] } }),
    grid,
  );
  expect(lockDiffLines(back, 100)[1]).toBe(
    '  grid 1.0.1 -> 1.0.0  an OLDER version; a patch step, as it deserves (patch)',
  );
});

test('a summary has one line for each toolkit and operation', () => {
  expect(lockDiffSummary(reworded, 80)).toEqual([
    'grid 1.0.0 -> 1.0.1  a patch step, as it deserves (patch)',
    'grid__Width changed (patch): description reworded',
  ]);
});

test('a version that stands for other files is cried out', () => {
  const other = lockOf({ fields: { operations: [widthOperation({ title: 'A width' })] } });
  expect(lockDiffLines(diffLocks(grid, other), 100).join('\n')).toContain(
    'REPUBLISHED (major): version 1.0.0 now stands for other files',
  );
});

test('no line is wider than the terminal', () => {
  for (const width of [40, 80, 120])
    expect(lockDiffLines(diffLocks(lockOf(), grid), width).filter((line) => line.length > width)).toEqual([]);
});

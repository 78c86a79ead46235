import { expect, test } from 'vitest';
import { type LockReport, renderLock } from '../../../src/cli/render/lock-report.ts';
import { Digest } from '../../../src/kernel/index.ts';
import { diffLocks } from '../../../src/lockfile/index.ts';
import { lockOf, widthOperation } from '../../lockfile/diff/locks.ts';

const report: LockReport = {
  outcome: 'created',
  dryRun: false,
  lockFile: 'x.lock',
  changes: ['new lock'],
  warnings: [],
  toolkits: 1,
  operations: 1,
  interfaceBytes: 900,
  interfaceDigest: Digest.parse(`sha256:${'a'.repeat(64)}`),
};

test('one of each is told in the singular, and the next command as a shell takes it', () => {
  const lines = renderLock({ ...report, lockFile: 'my x.lock' }).split('\n');
  expect(lines[0]).toBe('my x.lock created: 1 operation of 1 toolkit, 900 B for the model');
  expect(lines).toContain("next: toolbase install 'my x.lock'");
  expect(renderLock({ ...report, operations: 2, toolkits: 3 })).toContain(': 2 operations of 3 toolkits, ');
});

test('what changed and what is warned of fit 80 columns', () => {
  const after = lockOf({
    version: '1.0.1',
    fields: { operations: [widthOperation({ description: 'Computes Width, in MeV.' })] },
  });
  const told = renderLock({
    ...report,
    outcome: 'updated',
    diff: diffLocks(lockOf({}), after),
    warnings: ['grid is linked from the working tree ../grid: nobody else can install this lock, and so on'],
  });
  expect(told.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(told).toContain('(patch). A model reads other\n');
});

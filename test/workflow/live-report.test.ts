import { describe, expect, it } from 'vitest';
import type { ToolkitName } from '../../src/kernel/index.ts';
import { LockDiff } from '../../src/lockfile/index.ts';
import { liveReport } from '../../src/workflow/live-report.ts';
import { lockOf } from '../lockfile/diff/locks.ts';
import { sampleOperation } from '../lockfile/sample-manifest.ts';

const grid = 'grid' as ToolkitName;
const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
const lock = lockOf({ fields: { operations: [sampleOperation('Width', { inputSchema })] } });

/** As a node host describes it; what else it says of it is left aside. */
const described = (extra: Record<string, unknown> = {}) => {
  const operation = sampleOperation('Width', {
    inputSchema,
    outputSchema: { type: 'object', properties: {} },
    effects: { deterministic: true, reads: [], writes: [] },
    ...extra,
  });
  return operation as never;
};

const asked = (...operations: never[]) =>
  liveReport(lock, [{ kind: 'live', toolkit: grid, described: { kind: 'node', operations }, said: {} }])
    .report;

describe('what a node host publishes', () => {
  it('is what is locked when it describes the operation as it was frozen', () => {
    expect(asked(described())).toEqual({
      ending: 'good',
      toolkits: [{ name: 'grid', version: '1.0.0', state: 'same', faults: [] }],
    });
  });

  it('is drift that cannot be approved when it describes it otherwise: its files are the locked ones', () => {
    const report = asked(described({ description: 'Computes something else.' }));
    expect(report.ending).toBe('drift');
    expect(LockDiff.parse(report.diff).operations).toMatchObject([
      { change: 'changed', name: 'grid__Width' },
    ]);
    expect(report.obstacle).toBe('grid is no wrapped server, and contradicts its own files');
  });

  it('is drift when the operation is gone', () => {
    expect(asked()).toMatchObject({
      ending: 'drift',
      toolkits: [
        { state: 'drift', faults: [{ operation: 'grid__Width', reason: 'its host no longer has it' }] },
      ],
    });
  });
});

describe('a host that could not be asked', () => {
  it('leaves it unknown, which nothing can be approved beside', () => {
    const problem = { code: 'HOST_FAILED' as const, message: 'it ended' };
    const { report } = liveReport(lock, [{ kind: 'unknown', toolkit: grid, problem }]);
    expect(report).toMatchObject({
      ending: 'unknown',
      toolkits: [{ state: 'unknown', problem }],
      obstacle: 'what the host of grid publishes could not be seen',
    });
    expect(report).not.toHaveProperty('diff');
  });
});

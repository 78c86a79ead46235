import { describe, expect, it } from 'vitest';
import { shortOf } from '../../src/cli/fell-short.ts';
import type { Summary } from '../../src/report/index.ts';

const condition = (name: string, value: number | null): Summary['conditions'][number] => ({
  name,
  id: 'c_00000000000000000000000000000000' as Summary['conditions'][number]['id'],
  factors: {},
  trials: {
    planned: 1,
    pending: 0,
    setAside: 0,
    graded: 1,
    infrastructure: 0,
    invalid: 0,
    limited: 0,
    agentErrors: 0,
  },
  firstAgentError: null,
  graded: { n: 1, meanReach: value === null ? null : { exact: '0', value }, completion: null },
  intentionToTreat: { n: 1, meanReach: null, completion: null },
  checks: [],
  trialList: [],
  gradedBy: null,
});
const summary: Summary = {
  formatVersion: 1,
  kind: 'summary',
  campaign: { name: 'c', title: 'C', seed: 1 },
  benchmark: { name: 'b', version: '1.0.0' },
  scriptedOnly: true,
  notes: [],
  conditions: [condition('tool', 0.4), condition('even', 0.5), condition('none', null)],
};

describe('what fell short of a threshold', () => {
  it('is each judged condition below it, or without any grade', () => {
    expect(shortOf(summary, 0.5, [])).toEqual([
      { condition: 'tool', meanReach: 0.4, threshold: 0.5 },
      { condition: 'none', meanReach: null, threshold: 0.5 },
    ]);
    expect(shortOf(summary, 0.5, ['even'])).toEqual([]);
  });

  it('is nothing without a threshold', () => {
    expect(shortOf(summary, undefined, [])).toEqual([]);
  });
});

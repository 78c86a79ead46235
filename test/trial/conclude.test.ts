import { describe, expect, it } from 'vitest';
import type { HarnessEnd } from '../../src/harness/index.ts';
import { isConclusive, type RefusedArtifact, type TrialEnd } from '../../src/record/index.ts';
import { conclude, type StopCause } from '../../src/trial/conclude.ts';

const artifacts = [
  { path: 'answer.json', required: true, maxBytes: 100 },
  { path: 'derivation.md', required: false, maxBytes: 100 },
];
const endOf = (end: HarnessEnd, stop?: StopCause, refused: RefusedArtifact[] = []): TrialEnd =>
  conclude(end, stop, { wallSeconds: 60 }, artifacts, refused);
const evidence = { message: 'it said so' };

describe('the end of a trial', () => {
  it('is complete when the agent stopped by itself and every required artifact is there', () => {
    expect(endOf({ kind: 'completed' }, undefined, [{ path: 'derivation.md', reason: 'missing' }])).toEqual({
      infrastructure: { kind: 'ok' },
      termination: { kind: 'completed' },
      science: { kind: 'submitted' },
    });
  });

  it('names the required artifacts that are missing', () => {
    const { science } = endOf({ kind: 'completed' }, undefined, [{ path: 'answer.json', reason: 'link' }]);
    expect(science).toEqual({ kind: 'incomplete', missing: ['answer.json'] });
  });

  it('at a limit is a result of the agent, and conclusive', () => {
    const end = endOf({ kind: 'stopped' }, 'wall');
    expect(end.termination).toEqual({ kind: 'limit', which: 'wall', limit: 60 });
    expect(isConclusive(end)).toBe(true);
  });

  it('by cancelling is no result: the trial is still to be done', () => {
    expect(isConclusive(endOf({ kind: 'stopped' }, 'cancelled'))).toBe(false);
    const early = endOf({ kind: 'not_ready', evidence }, 'cancelled');
    expect(early.infrastructure).toEqual({ kind: 'ok' });
    expect(early.termination).toEqual({ kind: 'cancelled' });
  });

  it('without the locked tools is invalid, whatever is in the workspace', () => {
    const end = endOf({ kind: 'loadout_missing', evidence }, 'wall');
    expect(end).toEqual({
      infrastructure: { kind: 'invalid', reason: 'loadout_missing', evidence },
      termination: { kind: 'not_started' },
      science: { kind: 'none' },
    });
    expect(isConclusive(end)).toBe(false);
  });

  it('at a limit that was too short to begin is a fault of the campaign, not of the loadout', () => {
    expect(endOf({ kind: 'not_ready', evidence }, 'wall')).toEqual({
      infrastructure: {
        kind: 'invalid',
        reason: 'config',
        evidence: { message: 'it said so: the limit of 60 s is too short' },
      },
      termination: { kind: 'not_started' },
      science: { kind: 'none' },
    });
  });

  it('by an agent error is conclusive', () => {
    expect(isConclusive(endOf({ kind: 'agent_error', evidence }))).toBe(true);
  });

  it('under a failing server is certain only when the server was seen to end', () => {
    const seen = endOf({ kind: 'server_failed', evidence: { ...evidence, exitCode: 137 } });
    expect(seen.infrastructure).toMatchObject({ kind: 'fault', certainty: 'certain' });
    const silent = endOf({ kind: 'server_failed', evidence });
    expect(silent.infrastructure).toMatchObject({ kind: 'fault', certainty: 'ambiguous' });
    expect(isConclusive(silent)).toBe(false);
  });
});

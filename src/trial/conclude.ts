import type { Artifact } from '../benchmark/index.ts';
import type { HarnessEnd } from '../harness/index.ts';
import type {
  Evidence,
  InfrastructureState,
  Limits,
  RefusedArtifact,
  ScienceState,
  TerminationState,
  TrialEnd,
} from '../record/index.ts';

/** Why a harness was stopped from outside, if it was. */
export type StopCause = 'wall' | 'cancelled' | undefined;

/** Puts the end of a trial on its three axes. The score has no part in it. */
export function conclude(
  end: HarnessEnd,
  stop: StopCause,
  limits: Limits,
  artifacts: readonly Artifact[],
  refused: readonly RefusedArtifact[],
): TrialEnd {
  return {
    infrastructure: infrastructureOf(end, stop, limits),
    termination: terminationOf(end, stop, limits),
    science: hasBegun(end) ? scienceOf(artifacts, refused) : { kind: 'none' },
  };
}

const hasBegun = ({ kind }: HarnessEnd): boolean => kind !== 'loadout_missing' && kind !== 'not_ready';

function infrastructureOf(end: HarnessEnd, stop: StopCause, { wallSeconds }: Limits): InfrastructureState {
  switch (end.kind) {
    case 'completed':
    case 'stopped':
    case 'agent_error':
      return { kind: 'ok' };
    case 'not_ready':
      // Cancelled while the server was starting: nothing is wrong.
      if (stop !== 'wall') return { kind: 'ok' };
      return {
        kind: 'invalid',
        reason: 'config',
        evidence: {
          ...end.evidence,
          message: `${end.evidence.message}: the limit of ${wallSeconds} s is too short`,
        },
      };
    case 'loadout_missing':
      return { kind: 'invalid', reason: 'loadout_missing', evidence: end.evidence };
    case 'workspace_failed':
      return { kind: 'fault', what: 'workspace_failed', certainty: 'certain', evidence: end.evidence };
    case 'server_failed':
      return {
        kind: 'fault',
        what: 'server_failed',
        certainty: certaintyOf(end.evidence),
        evidence: end.evidence,
      };
  }
}

/** A server that was seen to end by itself is a certain fault; a silent one may have been the agent's doing. */
const certaintyOf = (evidence: Evidence): 'certain' | 'ambiguous' =>
  evidence.exitCode === undefined ? 'ambiguous' : 'certain';

function terminationOf(end: HarnessEnd, stop: StopCause, limits: Limits): TerminationState {
  switch (end.kind) {
    case 'completed':
      return { kind: 'completed' };
    case 'stopped':
      return stop === 'wall'
        ? { kind: 'limit', which: 'wall', limit: limits.wallSeconds }
        : { kind: 'cancelled' };
    case 'agent_error':
      return { kind: 'agent_error', evidence: end.evidence };
    case 'not_ready':
      return stop === 'wall' ? { kind: 'not_started' } : { kind: 'cancelled' };
    case 'loadout_missing':
      return { kind: 'not_started' };
    case 'server_failed':
    case 'workspace_failed':
      return { kind: 'interrupted' };
  }
}

function scienceOf(artifacts: readonly Artifact[], refused: readonly RefusedArtifact[]): ScienceState {
  const required = new Set(
    artifacts.filter((artifact) => artifact.required).map((artifact) => artifact.path),
  );
  const missing = refused.map((artifact) => artifact.path).filter((path) => required.has(path));
  return missing.length === 0 ? { kind: 'submitted' } : { kind: 'incomplete', missing };
}

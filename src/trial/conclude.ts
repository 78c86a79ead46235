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
  // Cancelled while the server was starting: nothing is wrong with the loadout.
  if (end.kind === 'loadout_missing' && stop === 'cancelled')
    return { infrastructure: { kind: 'ok' }, termination: { kind: 'cancelled' }, science: { kind: 'none' } };
  return {
    infrastructure: infrastructureOf(end),
    termination: terminationOf(end, stop, limits),
    science: end.kind === 'loadout_missing' ? { kind: 'none' } : scienceOf(artifacts, refused),
  };
}

function infrastructureOf(end: HarnessEnd): InfrastructureState {
  switch (end.kind) {
    case 'completed':
    case 'stopped':
    case 'agent_error':
      return { kind: 'ok' };
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

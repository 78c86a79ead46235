import { z } from 'zod';
import { cleanText } from '../kernel/index.ts';

/** What an ending was concluded from. */
export const Evidence = z.strictObject({
  message: z.string().max(2000),
  /** Exit status and signal of the process that ended, when one did. */
  exitCode: z.number().int().nullable().optional(),
  signal: z.string().max(32).nullable().optional(),
  /** Last characters of its standard error. */
  stderr: z.string().max(8000).optional(),
});
export type Evidence = z.output<typeof Evidence>;

/** First axis: did our side and the machine work? Anything but `ok` is no trial of the agent and is not graded. */
export const InfrastructureState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ok') }),
  z.strictObject({
    kind: z.literal('fault'),
    what: z.enum(['server_failed', 'harness_failed', 'workspace_failed']),
    /** Only certain faults are ever tried again. */
    certainty: z.enum(['certain', 'ambiguous']),
    evidence: Evidence,
  }),
  z.strictObject({
    kind: z.literal('invalid'),
    /** `loadout_missing`: the agent would not have had the locked tools. `config`: a limit too short to begin. */
    reason: z.enum(['loadout_missing', 'version_drift', 'config']),
    evidence: Evidence,
  }),
]);
export type InfrastructureState = z.output<typeof InfrastructureState>;

/** Second axis: how did the agent stop? */
export const TerminationState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('completed') }),
  z.strictObject({ kind: z.literal('limit'), which: z.enum(['wall']), limit: z.number() }),
  z.strictObject({ kind: z.literal('agent_error'), evidence: Evidence }),
  /** By a fault of the infrastructure. */
  z.strictObject({ kind: z.literal('interrupted') }),
  /** By whoever ran the campaign; the trial is still to be done. */
  z.strictObject({ kind: z.literal('cancelled') }),
  z.strictObject({ kind: z.literal('not_started') }),
]);
export type TerminationState = z.output<typeof TerminationState>;

/** Third axis: what is there to grade? How good it is, a grade says. */
export const ScienceState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('submitted') }),
  z.strictObject({ kind: z.literal('incomplete'), missing: z.array(z.string()).min(1) }),
  z.strictObject({ kind: z.literal('none') }),
]);
export type ScienceState = z.output<typeof ScienceState>;

export const TrialEnd = z.strictObject({
  infrastructure: InfrastructureState,
  termination: TerminationState,
  science: ScienceState,
});
export type TrialEnd = z.output<typeof TrialEnd>;

const ERROR_MAX_CHARS = 500;

/** What the agent's error said, on one line; undefined when it ended otherwise. */
export function agentErrorOf(end: TrialEnd | undefined): string | undefined {
  if (end?.termination.kind !== 'agent_error') return undefined;
  return cleanText(end.termination.evidence.message, ERROR_MAX_CHARS).replaceAll(/\s+/g, ' ').trim();
}

/** True when the trial took place and needs no further attempt, whatever its score. */
export const isConclusive = (end: TrialEnd): boolean =>
  end.infrastructure.kind === 'ok' && end.termination.kind !== 'cancelled';

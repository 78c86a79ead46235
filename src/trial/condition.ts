import type { Task, Variant } from '../benchmark/index.ts';
import type { Harness, Loadout } from '../harness/index.ts';
import { type ConditionId, type ConditionIdentity, conditionId, type Limits } from '../record/index.ts';

/** One choice of the six factors, with everything that a trial of it needs. */
export type Condition = {
  readonly name: string;
  readonly id: ConditionId;
  readonly identity: ConditionIdentity;
  /** Names of the factors' levels, for readers. */
  readonly factors: {
    readonly task: string;
    readonly scaffolding: string;
    readonly model: string;
    readonly provider: string;
    readonly harness: string;
    readonly loadout: string;
  };
  readonly task: Task;
  readonly variant: Variant;
  readonly harness: Harness;
  readonly loadout: Loadout | undefined;
  readonly limits: Limits;
};

/** Gives a condition its identity. */
export function identified(parts: Omit<Condition, 'id' | 'identity'>): Condition {
  const { harness, loadout, task, variant, limits } = parts;
  const identity: ConditionIdentity = {
    task: task.digest,
    scaffolding: variant.digest,
    prompt: variant.promptDigest,
    model: null,
    provider: null,
    harness: { kind: harness.kind, version: harness.version, digest: harness.digest },
    loadout:
      loadout === undefined
        ? null
        : { interfaceDigest: loadout.lock.interfaceDigest, lockDigest: loadout.lock.lockDigest },
    limits,
  };
  return { ...parts, identity, id: conditionId(identity) };
}

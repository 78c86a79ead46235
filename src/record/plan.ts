import { z } from 'zod';
import { KebabName } from '../kernel/index.ts';
import { ConditionId, ConditionIdentity, TrialId } from './identity.ts';

/** A condition as it is told to a reader, beside what identifies it. */
export const PlannedCondition = z.strictObject({
  id: ConditionId,
  name: KebabName,
  /** Names of the six factors' levels, as the campaign file gives them. */
  factors: z.strictObject({
    task: z.string(),
    scaffolding: z.string(),
    model: z.string(),
    provider: z.string(),
    harness: z.string(),
    loadout: z.string(),
  }),
  identity: ConditionIdentity,
});
export type PlannedCondition = z.output<typeof PlannedCondition>;

export const PlannedTrial = z.strictObject({
  id: TrialId,
  condition: ConditionId,
  index: z.number().int().nonnegative(),
  seed: z.number().int(),
});
export type PlannedTrial = z.output<typeof PlannedTrial>;

/** `campaign.json`: what is to be run. It only ever grows. */
export const CampaignPlan = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('campaign-plan'),
  name: KebabName,
  title: z.string(),
  benchmark: z.strictObject({ name: KebabName, version: z.string() }),
  seed: z.number().int(),
  conditions: z.array(PlannedCondition).min(1),
  /** In the order of execution: randomised complete blocks, a block an index. */
  trials: z.array(PlannedTrial).min(1),
});
export type CampaignPlan = z.output<typeof CampaignPlan>;

import { digestOf, ordinalCompare, ToolbaseError } from '../kernel/index.ts';
import { type CampaignPlan, type PlannedTrial, trialId } from '../record/index.ts';
import type { Condition } from '../trial/index.ts';

/** A campaign with everything that it names. */
export type Campaign = {
  readonly name: string;
  readonly title: string;
  readonly benchmark: { readonly name: string; readonly version: string };
  readonly seed: number;
  readonly trials: number;
  readonly conditions: readonly Condition[];
};

/** Expands a campaign into conditions and trials, in the order of execution.
 * A block holds trial i of every condition; within a block the order is a seeded permutation, so that a drift of the
 * surroundings is not mistaken for a difference of conditions. Adding conditions or trials keeps the order of the rest.
 * @throws ToolbaseError BAD_CAMPAIGN when two conditions are the same */
export function expandCampaign(campaign: Campaign): CampaignPlan {
  refuseTwins(campaign.conditions);
  const blocks = Array.from({ length: campaign.trials }, (_, index) => blockOf(campaign, index));
  return {
    formatVersion: 1,
    kind: 'campaign-plan',
    name: campaign.name,
    title: campaign.title,
    benchmark: campaign.benchmark,
    seed: campaign.seed,
    conditions: campaign.conditions.map(({ id, name, factors, identity }) => ({
      id,
      name,
      factors,
      identity,
    })),
    trials: blocks.flat(),
  };
}

function blockOf(campaign: Campaign, index: number): PlannedTrial[] {
  const seed = campaign.seed + index;
  return campaign.conditions
    .map(({ id }) => ({
      // A keyed hash orders as a shuffle does, and does not depend on which other conditions there are.
      rank: digestOf('toolbase-order-v1', { seed: campaign.seed, block: index, condition: id }),
      trial: { id: trialId(id, index, seed), condition: id, index, seed },
    }))
    .sort((a, b) => ordinalCompare(a.rank, b.rank))
    .map(({ trial }) => trial);
}

function refuseTwins(conditions: readonly Condition[]): void {
  for (const condition of conditions) {
    const twin = conditions.find((other) => other.id === condition.id && other.name < condition.name);
    if (twin !== undefined)
      throw new ToolbaseError(
        'BAD_CAMPAIGN',
        `conditions ${twin.name} and ${condition.name} are the same: they differ in no factor`,
      );
  }
}

import { canonicalJson, ToolbaseError } from '../kernel/index.ts';
import type { CampaignPlan, ConditionIdentity } from '../record/index.ts';

/** The plan to go on with where one has been begun: the wanted one, when it only adds to it.
 * @throws ToolbaseError BAD_CAMPAIGN when a condition has become another, or something planned is gone: the old trials
 * would be counted as trials of what they are not */
export function extendPlan(begun: CampaignPlan | undefined, wanted: CampaignPlan, out: string): CampaignPlan {
  if (begun === undefined) return wanted;
  const faults = [
    ...(begun.name === wanted.name ? [] : [`it is campaign ${begun.name}, not ${wanted.name}`]),
    ...(begun.seed === wanted.seed ? [] : [`its seed is ${begun.seed}, not ${wanted.seed}`]),
    ...begun.conditions.flatMap((before) => {
      const after = wanted.conditions.find(({ name }) => name === before.name);
      if (after === undefined) return [`condition ${before.name} is gone`];
      const changed = changedParts(before.identity, after.identity);
      return changed.length === 0 ? [] : [`condition ${before.name} has another ${changed.join(', ')}`];
    }),
    ...(trialsEach(begun) > trialsEach(wanted)
      ? [`it has ${trialsEach(begun)} trials of each condition, not ${trialsEach(wanted)}`]
      : []),
  ];
  if (faults.length === 0) return wanted;
  throw new ToolbaseError(
    'BAD_CAMPAIGN',
    `${out} was begun with a different campaign: ${faults.slice(0, 8).join('; ')}`,
    {
      hint: 'Only trials and conditions may be added. Run what is different into another folder.',
    },
  );
}

const trialsEach = ({ trials }: CampaignPlan): number =>
  trials.reduce((most, { index }) => Math.max(most, index + 1), 0);

/** Names of the parts in which two identities differ. */
function changedParts(before: ConditionIdentity, after: ConditionIdentity): string[] {
  const parts = [
    'task',
    'scaffolding',
    'prompt',
    'model',
    'provider',
    'harness',
    'loadout',
    'limits',
  ] as const;
  return parts
    .filter((part) => canonicalJson(before[part]) !== canonicalJson(after[part]))
    .map((part) => (part === 'harness' ? 'harness or script' : part === 'loadout' ? 'lock' : part));
}

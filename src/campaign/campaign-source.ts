import { z } from 'zod';
import { TaskName } from '../benchmark/index.ts';
import { HarnessSpec } from '../harness/index.ts';
import { KebabName } from '../kernel/index.ts';
import { Limits } from '../record/index.ts';

/** Path relative to the campaign file. */
const FilePath = z.string().min(1).max(1000);

/** The scripted harness asks no model, so there is one level of model and provider. */
const None = z.literal('none', 'must be "none": campaigns run scripts, which ask no model');

/** One choice of the six factors, by the names of their levels. */
export const ConditionSource = z.strictObject({
  task: TaskName,
  /** Variant of the task. */
  scaffolding: KebabName.default('default'),
  model: None.default('none'),
  provider: None.default('none'),
  /** A name under `harnesses`. */
  harness: KebabName,
  /** A name under `loadouts`, or `none`. */
  loadout: KebabName.default('none'),
});
export type ConditionSource = z.output<typeof ConditionSource>;

/** `campaign.yaml`: conditions and repeated trials. */
export const CampaignSource = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('campaign'),
  name: KebabName,
  title: z.string().min(1).max(120),
  /** Folder of the benchmark. */
  benchmark: FilePath,
  /** Of trial 0; trial i has seed + i. Also fixes the order of execution. */
  seed: z.number().int().min(0).max(4_294_967_295),
  /** Trials of each condition. */
  trials: z.number().int().min(1).max(100_000),
  limits: Limits,
  /** Whether servers may answer deterministic operations from the cache of this machine, marked in the call log. */
  resultCache: z.boolean().default(false),
  harnesses: z.record(KebabName, HarnessSpec),
  /** Lockfiles. */
  loadouts: z
    .record(KebabName, FilePath)
    .refine((all) => !Object.hasOwn(all, 'none'), 'the name none means that no loadout is attached')
    .default({}),
  conditions: z
    .record(KebabName, ConditionSource)
    .refine((all) => Object.keys(all).length > 0, 'needs a condition'),
});
export type CampaignSource = z.output<typeof CampaignSource>;

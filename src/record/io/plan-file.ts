import path from 'node:path';
import { z } from 'zod';
import {
  isAbsent,
  parseStrictJson,
  parseWith,
  prettyCanonicalJson,
  ToolbaseError,
} from '../../kernel/index.ts';
import { atomicWrite, readTextBounded } from '../../kernel/io/index.ts';
import { CampaignPlan } from '../plan.ts';
import { recordPaths } from './record-paths.ts';

const PLAN_MAX_BYTES = 256_000_000;

/** The plan of a campaign's folder, or undefined in a folder that has none yet.
 * @throws ToolbaseError BAD_JSON, BAD_RECORD */
export async function readPlanIfAny(out: string): Promise<CampaignPlan | undefined> {
  const file = recordPaths(out).plan;
  try {
    return parseWith(
      CampaignPlan,
      parseStrictJson(await readTextBounded(file, PLAN_MAX_BYTES), file),
      file,
      'BAD_RECORD',
    );
  } catch (fault) {
    if (isAbsent(fault)) return undefined;
    throw fault;
  }
}

/** The plan of a campaign's folder. @throws ToolbaseError NOT_FOUND, BAD_JSON, BAD_RECORD */
export async function readPlan(out: string): Promise<CampaignPlan> {
  const plan = await readPlanIfAny(out);
  if (plan === undefined)
    throw new ToolbaseError('NOT_FOUND', `${out} holds no campaign (there is no campaign.json)`, {
      hint: 'Give the folder that `toolbase run` wrote to.',
    });
  return plan;
}

export const writePlan = async (out: string, plan: CampaignPlan): Promise<boolean> =>
  await atomicWrite(recordPaths(out).plan, prettyCanonicalJson(plan));

/** Where on this machine the benchmark of a campaign is. */
const LocalHints = z.strictObject({ formatVersion: z.literal(1), benchmark: z.string() });

/** Remembers the benchmark's folder, relative to the record, so that both can be moved together. */
export const writeLocalHints = async (out: string, benchmarkFolder: string): Promise<boolean> =>
  await atomicWrite(
    recordPaths(out).local,
    prettyCanonicalJson({
      formatVersion: 1,
      benchmark: path.relative(path.resolve(out), path.resolve(benchmarkFolder)),
    }),
  );

/** The benchmark's folder, if this machine remembers it. */
export async function readBenchmarkHint(out: string): Promise<string | undefined> {
  const file = recordPaths(out).local;
  try {
    const value = parseStrictJson(await readTextBounded(file, 100_000), file);
    return path.resolve(out, parseWith(LocalHints, value, file, 'BAD_RECORD').benchmark);
  } catch (fault) {
    if (isAbsent(fault)) return undefined;
    throw fault;
  }
}

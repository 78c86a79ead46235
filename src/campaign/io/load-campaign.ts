import path from 'node:path';
import type { Benchmark, Task, Variant } from '../../benchmark/index.ts';
import { loadBenchmark } from '../../benchmark/io/index.ts';
import { type Harness, type Loadout, operationsOf } from '../../harness/index.ts';
import { loadHarness } from '../../harness/io/index.ts';
import { isToolbaseError, meantHint, parseStrictYaml, parseWith, ToolbaseError } from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import { exposedTools, refuseLinked } from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { type Condition, identified } from '../../trial/index.ts';
import { CampaignSource, type ConditionSource } from '../campaign-source.ts';
import type { Campaign } from '../expand-campaign.ts';

const CAMPAIGN_MAX_BYTES = 1_000_000;

/** A campaign file with everything that it names, and where its benchmark is. */
export type LoadedCampaign = {
  readonly campaign: Campaign;
  readonly benchmarkFolder: string;
  /** Whether servers may use the cache of results. */
  readonly resultCache: boolean;
};

/** Reads a campaign file, its benchmark, harnesses and locks, and checks that they fit together.
 * @throws ToolbaseError BAD_CAMPAIGN for an unknown task, variant, harness or loadout, UNKNOWN_OPERATION for a script that
 * calls what its loadout does not expose, and whatever reading the parts throws */
export async function loadCampaign(file: string): Promise<LoadedCampaign> {
  const yaml = parseStrictYaml(await campaignText(file), file);
  refuseOtherKind(yaml, file);
  const source = parseWith(CampaignSource, yaml, file, 'BAD_CAMPAIGN');
  const folder = path.dirname(path.resolve(file));
  const benchmarkFolder = path.resolve(folder, source.benchmark);
  const benchmark = await loadBenchmark(benchmarkFolder);
  const harnesses = new Map<string, Harness>();
  for (const [name, spec] of Object.entries(source.harnesses))
    harnesses.set(name, await loadHarness(spec, folder));
  const loadouts = new Map<string, Loadout>();
  for (const [name, relative] of Object.entries(source.loadouts))
    loadouts.set(name, await loadLoadout(path.resolve(folder, relative), `${file}: loadout ${name}`));
  const conditions = Object.entries(source.conditions).map(([name, condition]) =>
    resolveCondition(name, condition, { file, source, benchmark, harnesses, loadouts }),
  );
  return {
    campaign: {
      name: source.name,
      title: source.title,
      benchmark: { name: benchmark.name, version: benchmark.version },
      seed: source.seed,
      trials: source.trials,
      conditions,
    },
    benchmarkFolder,
    resultCache: source.resultCache,
  };
}

async function campaignText(file: string): Promise<string> {
  try {
    return await readTextBounded(file, CAMPAIGN_MAX_BYTES);
  } catch (cause) {
    if (!isToolbaseError(cause) || cause.code !== 'NOT_FOUND') throw cause;
    throw new ToolbaseError(cause.code, cause.message, {
      hint: 'Give the file of a campaign, such as benchmarks/decays/campaigns/scripted.yaml.',
      cause,
    });
  }
}

/** Another file of the project is named as what it is, not by the keys that it lacks. */
function refuseOtherKind(yaml: unknown, file: string): void {
  const kind: unknown = typeof yaml === 'object' && yaml !== null ? Reflect.get(yaml, 'kind') : undefined;
  const is = file.endsWith('.lock') ? 'lockfile' : kind;
  if (typeof is !== 'string' || !OTHER_KINDS.includes(is)) return;
  throw new ToolbaseError('BAD_CAMPAIGN', `${file} is a ${is}, and a campaign is needed`, {
    hint: 'A campaign names its benchmark, its scripts and its locks.',
  });
}

const OTHER_KINDS: readonly string[] = ['lockfile', 'benchmark', 'rubric', 'script', 'toolkit'];

async function loadLoadout(file: string, label: string): Promise<Loadout> {
  try {
    const lock = await readLock(file);
    // Records of it could never be compared with any other run.
    refuseLinked(lock, file, 'measured');
    return { lock, path: file };
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    throw new ToolbaseError(cause.code, `${label}: ${cause.message}`, {
      ...(cause.hint === undefined ? {} : { hint: cause.hint }),
      cause,
    });
  }
}

type Parts = {
  file: string;
  source: CampaignSource;
  benchmark: Benchmark;
  harnesses: ReadonlyMap<string, Harness>;
  loadouts: ReadonlyMap<string, Loadout>;
};

function resolveCondition(name: string, condition: ConditionSource, parts: Parts): Condition {
  const label = `${parts.file}: condition ${name}`;
  const task: Task = named(
    parts.benchmark.tasks,
    condition.task,
    `${label}: benchmark ${parts.benchmark.name} has no task`,
  );
  const variant: Variant = named(
    task.variants,
    condition.scaffolding,
    `${label}: task ${task.name} has no variant`,
  );
  const harness = named(parts.harnesses, condition.harness, `${label}: there is no harness`);
  const loadout =
    condition.loadout === 'none'
      ? undefined
      : named(parts.loadouts, condition.loadout, `${label}: there is no loadout`);
  refuseUnknownOperations(harness, loadout, label);
  return identified({
    name,
    factors: {
      task: condition.task,
      scaffolding: condition.scaffolding,
      model: condition.model,
      provider: condition.provider,
      harness: condition.harness,
      loadout: condition.loadout,
    },
    task,
    variant,
    harness,
    loadout,
    limits: parts.source.limits,
  });
}

function named<T>(all: ReadonlyMap<string, T>, name: string, fault: string): T {
  const found = all.get(name);
  if (found !== undefined) return found;
  throw new ToolbaseError('BAD_CAMPAIGN', `${fault} ${name}`, {
    hint: meantHint(name, [...all.keys()]),
  });
}

function refuseUnknownOperations(harness: Harness, loadout: Loadout | undefined, label: string): void {
  const exposed = new Set<string>(
    loadout === undefined ? [] : exposedTools(loadout.lock).map(({ tool }) => tool.name),
  );
  const unknown = operationsOf(harness.script).filter((operation) => !exposed.has(operation));
  if (unknown.length > 0)
    throw new ToolbaseError(
      'UNKNOWN_OPERATION',
      `${label}: its script calls ${unknown.slice(0, 5).join(', ')}, which its loadout does not expose`,
      {
        hint: exposed.size === 0 ? 'No loadout is attached.' : meantHint(unknown[0] ?? '', [...exposed]),
      },
    );
}

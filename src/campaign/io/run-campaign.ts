import path from 'node:path';
import { type ServeCommand, serveValues } from '../../harness/index.ts';
import { canonicalJson, forEachLimited } from '../../kernel/index.ts';
import { notWritable } from '../../kernel/io/index.ts';
import { encodeLock } from '../../lockfile/index.ts';
import {
  agentErrorOf,
  type AttemptRecord,
  type CampaignPlan,
  isConclusive,
  type PlannedTrial,
  type TrialEnd,
} from '../../record/index.ts';
import {
  beginAttempt,
  checkRecordFolder,
  holdRunnerLock,
  nextAttemptNumber,
  putObject,
  type Quarantined,
  quarantineInterrupted,
  readPlanIfAny,
  sealAttempt,
  sealedAttempts,
  writeLocalHints,
  writePlan,
} from '../../record/io/index.ts';
import type { Condition } from '../../trial/index.ts';
import { runTrial } from '../../trial/io/index.ts';
import { expandCampaign } from '../expand-campaign.ts';
import { extendPlan } from '../extend-plan.ts';
import { type ToldFault, toldFaults } from '../told-faults.ts';
import { loadCampaign } from './load-campaign.ts';

/** Told while a campaign runs. */
export type RunEvent =
  | { readonly type: 'planned'; readonly plan: CampaignPlan; readonly done: number; readonly toRun: number }
  | ({ readonly type: 'quarantined' } & Quarantined)
  | {
      readonly type: 'trial-started';
      readonly trial: PlannedTrial;
      readonly condition: string;
      readonly attempt: number;
      readonly nth: number;
      readonly of: number;
    }
  | {
      readonly type: 'trial-ended';
      readonly trial: PlannedTrial;
      readonly condition: string;
      readonly attempt: number;
      readonly end: TrialEnd;
      readonly wallMs: number;
    };

/** What a run came to. */
export type RunResult = {
  readonly out: string;
  readonly campaign: string;
  readonly benchmarkFolder: string;
  readonly planned: number;
  /** Trials that earlier runs had concluded. */
  readonly alreadyDone: number;
  /** Attempts of this run, without a cancelled one. */
  readonly attempted: number;
  /** Of those, ended by the infrastructure. */
  readonly infrastructureFailed: number;
  /** Of those, ended by an error of the agent. */
  readonly agentErrors: number;
  /** What the first of these said. */
  readonly firstAgentError: string | null;
  /** Of those, stopped at the limit of wall time. */
  readonly limited: number;
  /** What was wrong with those that were no trials. */
  readonly faults: readonly ToldFault[];
  /** Trials that still have no conclusive attempt, for lack of a try or by a fault. */
  readonly open: number;
  /** Of the open ones, taken down by a fault. They are tried again on request only, if the fault was certain. */
  readonly awaitingRetry: number;
  readonly cancelled: boolean;
};

export type RunOptions = {
  /** The campaign file. */
  readonly file: string;
  /** Folder of the record; made when missing. */
  readonly out: string;
  /** Also try trials again that a certain fault of the infrastructure took down; at most 3 attempts a trial. */
  readonly retryInfrastructure?: boolean;
  readonly serve: ServeCommand;
  /** Aborted to cancel: the trial in progress is ended, recorded as cancelled, and run again by the next run. */
  readonly signal: AbortSignal;
  readonly toolbaseVersion: string;
  readonly nowMs: () => number;
  readonly onEvent: (event: RunEvent) => void;
};

const MAX_ATTEMPTS = 3;
/** Records of trials; reading one after another mostly waits. */
const READ_AT_ONCE = 16;

/** Runs a campaign, one trial after another. Run again with the same folder it goes on: what is sealed stays, whatever
 * its score; what was interrupted is quarantined and run again; added trials and conditions are run.
 * @throws ToolbaseError BAD_CAMPAIGN, BAD_BENCHMARK, NOT_FOUND and others before the first trial; NOT_WRITABLE;
 * ALREADY_EXISTS while another runner works on the folder */
export async function runCampaign(given: RunOptions): Promise<RunResult> {
  // Servers are started in the trial's workspace, where a relative path would lead elsewhere.
  const { campaign, benchmarkFolder, resultCache } = await loadCampaign(given.file);
  const serve = { ...given.serve, resultCache };
  const options = { ...given, serve, out: path.resolve(given.out) };
  const wanted = expandCampaign(campaign);
  await checkRecordFolder(options.out);
  const release = await holdRunnerLock(options.out);
  try {
    const plan = extendPlan(await readPlanIfAny(options.out), wanted, options.out);
    await writePlan(options.out, plan);
    await writeLocalHints(options.out, benchmarkFolder);
    const conditions = new Map(campaign.conditions.map((condition) => [condition.id, condition]));
    const { work, concluded } = await workOf(plan, options);
    options.onEvent({ type: 'planned', plan, done: plan.trials.length - work.length, toRun: work.length });
    const ended: AttemptRecord[] = [];
    for (const [nth, trial] of work.entries()) {
      const condition = conditions.get(trial.condition);
      if (condition === undefined || options.signal.aborted) break;
      ended.push(await runAttempt(trial, condition, { nth: nth + 1, of: work.length }, options));
    }
    const errors = ended.flatMap(({ end }) => agentErrorOf(end) ?? []);
    const failed = ended.filter(({ end }) => end.infrastructure.kind === 'fault').length;
    return {
      out: options.out,
      campaign: plan.name,
      benchmarkFolder,
      planned: plan.trials.length,
      alreadyDone: concluded,
      attempted: ended.filter(({ end }) => end.termination.kind !== 'cancelled').length,
      infrastructureFailed: ended.filter(({ end }) => end.infrastructure.kind !== 'ok').length,
      agentErrors: errors.length,
      firstAgentError: errors[0] ?? null,
      limited: ended.filter(({ end }) => end.termination.kind === 'limit').length,
      open: plan.trials.length - concluded - ended.filter(({ end }) => isConclusive(end)).length,
      awaitingRetry: plan.trials.length - concluded - work.length + failed,
      faults: toldFaults(ended, (id) => plan.conditions.find((condition) => condition.id === id)?.name ?? id),
      cancelled: options.signal.aborted,
    };
  } catch (cause) {
    // A full or read-only disk under the record, wherever it was met.
    throw notWritable(options.out, cause);
  } finally {
    await release();
  }
}

/** The planned trials that are to be tried now, and how many are concluded. */
async function workOf(
  plan: CampaignPlan,
  options: RunOptions,
): Promise<{ work: PlannedTrial[]; concluded: number }> {
  const onTorn = (torn: Quarantined): void => options.onEvent({ type: 'quarantined', ...torn });
  (await quarantineInterrupted(options.out)).forEach(onTorn);
  const states: ('concluded' | 'to-do' | 'waiting')[] = [];
  await forEachLimited(plan.trials, READ_AT_ONCE, async ({ id }, index) => {
    const attempts = await sealedAttempts(options.out, id, onTorn);
    const again = needsAttempt(attempts, options.retryInfrastructure === true);
    states[index] = attempts.some(({ end }) => isConclusive(end)) ? 'concluded' : again ? 'to-do' : 'waiting';
  });
  return {
    work: plan.trials.filter((_, index) => states[index] === 'to-do'),
    concluded: states.filter((state) => state === 'concluded').length,
  };
}

/** Whether a trial without a conclusive attempt is to be tried. Never looks at a score: trying again until it is good
 * would be no measurement. */
function needsAttempt(attempts: readonly AttemptRecord[], retryInfrastructure: boolean): boolean {
  const last = attempts.at(-1)?.end;
  // Cancelled, or the agent never began: nothing of an outcome has been seen.
  if (last === undefined || last.termination.kind === 'cancelled' || last.termination.kind === 'not_started')
    return true;
  const { infrastructure } = last;
  const isCertain = infrastructure.kind === 'fault' && infrastructure.certainty === 'certain';
  return retryInfrastructure && isCertain && attempts.length < MAX_ATTEMPTS;
}

async function runAttempt(
  trial: PlannedTrial,
  condition: Condition,
  place: { nth: number; of: number },
  options: RunOptions,
): Promise<AttemptRecord> {
  const { out, onEvent } = options;
  const attempt = await nextAttemptNumber(out, trial.id);
  onEvent({ type: 'trial-started', trial, condition: condition.name, attempt, ...place });
  const folder = await beginAttempt(out, trial.id, attempt);
  const inputs = await keepInputs(out, condition, options.serve);
  const startedAt = new Date(options.nowMs()).toISOString();
  const outcome = await runTrial(condition, trial.seed, {
    folder,
    serve: options.serve,
    signal: options.signal,
  });
  const record = await sealAttempt(out, folder, {
    formatVersion: 1,
    kind: 'attempt',
    trial: trial.id,
    condition: condition.id,
    attempt,
    index: trial.index,
    seed: trial.seed,
    identity: condition.identity,
    inputs,
    versions: {
      toolbase: options.toolbaseVersion,
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
    },
    startedAt,
    endedAt: new Date(options.nowMs()).toISOString(),
    wallMs: outcome.wallMs,
    end: outcome.end,
    artifacts: outcome.artifacts,
    logs: outcome.logs,
  });
  onEvent({
    type: 'trial-ended',
    trial,
    condition: condition.name,
    attempt,
    end: record.end,
    wallMs: record.wallMs,
  });
  return record;
}

/** Keeps what the agent will have: prompt, harness configuration, lockfile and the files of the workspace. */
async function keepInputs(
  out: string,
  condition: Condition,
  serve: ServeCommand,
): Promise<AttemptRecord['inputs']> {
  const { variant, harness, loadout } = condition;
  const machine = loadout === undefined ? [] : serveValues(serve, loadout);
  const workspace = [];
  for (const file of variant.files)
    workspace.push({ path: file.path, digest: await putObject(out, file.bytes) });
  return {
    prompt: await putObject(out, Buffer.from(variant.prompt)),
    harness: await putObject(out, Buffer.from(`${canonicalJson(harness.configuration)}\n`)),
    lock: loadout === undefined ? null : await putObject(out, Buffer.from(encodeLock(loadout.lock))),
    workspace,
    ...(machine.length === 0 ? {} : { machine }),
  };
}

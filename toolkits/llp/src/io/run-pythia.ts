import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import type { RunCard } from '../pythia/card.ts';
import { merged, seedsOf, sharesOf, type WorkerStatistics } from '../pythia/sample.ts';
import { WORKER_PROGRAM } from '../pythia/worker-program.ts';
import { openInitialisationCache } from './initialisation-cache.ts';
import { lastLines, runWorker, type WorkerDone, type WorkerMessage } from './python-worker.ts';

export const PYTHIA_PACKAGE = 'pythia8mc 8.317.2';

export type PythiaRun = {
  readonly card: RunCard;
  readonly damped: boolean;
  readonly nEvents: number;
  readonly seed: number;
  readonly jobs: number;
  /** What each worker makes of its events, by file. */
  readonly task: (file: string) => { readonly harvest?: object; readonly events?: object };
};

export type PythiaResult = {
  readonly statistics: WorkerStatistics;
  readonly seeds: readonly number[];
  readonly shares: readonly number[];
  /** Of each worker, in order. */
  readonly files: readonly string[];
  readonly version: string;
  /** Whether the tables of the multiparton interactions were there already. */
  readonly initialisationCached: boolean;
  /** Time in Pythia, and in what was made of its events, s, over all workers. */
  readonly generatingS: number;
  readonly takingS: number;
};

/** Runs a card in parallel workers. Events are never all in memory.
 * @throws ToolbaseError EXTERNAL_MISSING, BAD_ARGUMENTS for settings that Pythia does not know or a card that it refuses,
 * CANCELLED saying how far it came, OPERATION_FAILED */
export async function runPythia(run: PythiaRun, context: OperationContext): Promise<PythiaResult> {
  const python = context.environment('pythia')?.python;
  if (python === undefined) throw missing();
  const folder = await context.tempDir();
  const program = path.join(folder, 'worker.py');
  await writeFile(program, WORKER_PROGRAM);
  const seeds = seedsOf(run.seed, run.jobs);
  const shares = sharesOf(run.nEvents, run.jobs);
  const progress = shares.map(() => 0);
  const work = { run, context, python, folder, program, progress };
  const beat = startBeat(work);
  try {
    const initialisationCached = await prepared(work);
    const parts = await Promise.all(
      seeds.map((seed, job) => generated(work, job, seed, shares[job] ?? 0, firstEvent(shares, job))),
    );
    return {
      statistics: merged(parts.map(({ done }) => statisticsOf(done))),
      seeds,
      shares,
      files: seeds.map((_, job) => fileOf(folder, job)),
      version: parts[0]?.version ?? '',
      initialisationCached,
      generatingS: parts.reduce((sum, { done }) => sum + done.generating_s, 0),
      takingS: parts.reduce((sum, { done }) => sum + done.taking_s, 0),
    };
  } catch (cause) {
    throw context.signal.aborted ? cancelled(work) : cause;
  } finally {
    clearInterval(beat);
  }
}

type Work = {
  readonly run: PythiaRun;
  readonly context: OperationContext;
  readonly python: string;
  readonly folder: string;
  readonly program: string;
  readonly progress: number[];
};

const TABLES = 'initialisation.dat';

const fileOf = (folder: string, job: number): string => path.join(folder, `worker-${job}`);

const firstEvent = (shares: readonly number[], job: number): number =>
  shares.slice(0, job).reduce((sum, share) => sum + share, 0);

const doneBy = ({ progress }: Work): number => progress.reduce((sum, done) => sum + done, 0);

function startBeat(work: Work): NodeJS.Timeout {
  const tell = (): void => {
    const done = doneBy(work);
    const words = done === 0 ? 'initialising' : `${done} of ${work.run.nEvents} events`;
    work.context.progress(done, work.run.nEvents, words);
  };
  tell();
  return setInterval(tell, 1000);
}

/** Makes the tables of the multiparton interactions unless they were made for an equal card.
 * @returns whether they were there */
async function prepared(work: Work): Promise<boolean> {
  const setting = work.context.setting('cache_folder');
  const cache = openInitialisationCache(typeof setting === 'string' ? setting : undefined);
  const key = cacheKey(work.run.card);
  const file = path.join(work.folder, TABLES);
  if (await cache.fetch(key, file)) return true;
  await started(work, { task: 'prepare', reuse: 1 }, () => undefined);
  await cache.put(key, file);
  return false;
}

/** What seeds, counts and prints say is not part of it. */
const cacheKey = (card: RunCard): string =>
  createHash('sha256')
    .update(`${PYTHIA_PACKAGE}\n`)
    .update(
      card
        .filter(({ key }) => !/^(?:random|main|next|print|stat):/.test(key))
        .map(({ key, value }) => `${key}=${value}\n`)
        .join(''),
    )
    .digest('hex');

type Generated = { readonly done: WorkerDone; readonly version: string };

async function generated(
  work: Work,
  job: number,
  seed: number,
  nEvents: number,
  first: number,
): Promise<Generated> {
  let done: WorkerDone | undefined;
  let version = '';
  const file = fileOf(work.folder, job);
  const task = { task: 'run', reuse: 2, seed, nEvents, firstEvent: first, ...work.run.task(file) };
  const said = await started(work, task, (message) => {
    if (message.kind === 'progress') work.progress[job] = message.done;
    if (message.kind === 'ready') version = message.version;
    if (message.kind === 'done') done = message;
  });
  if (done === undefined)
    throw new ToolbaseError(
      'OPERATION_FAILED',
      `Pythia ended before its events were made: ${lastLines(said)}`,
    );
  work.progress[job] = nEvents;
  return { done, version };
}

async function started(
  work: Work,
  task: object,
  onMessage: (message: WorkerMessage) => void,
): Promise<string> {
  const { card, damped } = work.run;
  const lines = card.map(({ line, name, value }) => [line, `${name} = ${value}`]);
  const nothing = { seed: 1, nEvents: 0, firstEvent: 0, harvest: null, events: null };
  let verdict: WorkerMessage | undefined;
  const said = await runWorker({
    python: work.python,
    program: work.program,
    folder: work.folder,
    job: { ...nothing, card: lines, damped, initFile: TABLES, ...task },
    signal: work.context.signal,
    onMessage: (message) => {
      if (['missing', 'unknown', 'refused', 'weighted', 'stuck'].includes(message.kind)) verdict = message;
      onMessage(message);
    },
  });
  if (verdict !== undefined) throw refusal(verdict, card, said);
  return said;
}

function refusal(message: WorkerMessage, card: RunCard, said: string): ToolbaseError {
  if (message.kind === 'missing') return missing();
  if (message.kind === 'unknown') {
    const names = card
      .filter(({ line }) => message.lines.includes(line))
      .map(({ line, name }) => `${name} (line ${line})`);
    return new ToolbaseError(
      'BAD_ARGUMENTS',
      `the run card: Pythia does not know ${names.join(', ')}, or its value`,
      {
        hint: 'Compare with the list of settings in the manual of Pythia 8.3.',
      },
    );
  }
  if (message.kind === 'weighted')
    return new ToolbaseError(
      'BAD_ARGUMENTS',
      'the run card makes events with weights of their own, which are not taken',
      {
        hint: 'Leave out settings that bias or enhance, and beams of nuclei.',
      },
    );
  if (message.kind === 'stuck')
    return new ToolbaseError(
      'BAD_ARGUMENTS',
      `Pythia failed 100 times in a row after ${message.done} events: ${lastLines(said)}`,
      {
        hint: 'The settings of the card do not go together.',
      },
    );
  return new ToolbaseError(
    'BAD_ARGUMENTS',
    `Pythia cannot be initialised with the run card: ${lastLines(said)}`,
    {
      hint: 'Correct what it names in the card.',
    },
  );
}

const missing = (): ToolbaseError =>
  new ToolbaseError('EXTERNAL_MISSING', 'Pythia is not in the environment of this machine', {
    hint: 'Its wheels exist for Linux on x86_64 with CPython 3.9 to 3.13: install the toolkit there, or harvest a file of events.',
  });

const cancelled = (work: Work): ToolbaseError =>
  new ToolbaseError('CANCELLED', `stopped after ${doneBy(work)} of ${work.run.nEvents} events`, {
    hint: 'Nothing was written.',
  });

const statisticsOf = ({
  accepted,
  tried,
  failed,
  sigma_gen_mb,
  sigma_err_mb,
}: WorkerDone): WorkerStatistics => ({
  accepted,
  tried,
  failed,
  sigma_gen_mb,
  sigma_err_mb,
});

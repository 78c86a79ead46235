import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { HarnessEnd, ServeCommand } from '../../harness/index.ts';
import { runHarness } from '../../harness/io/index.ts';
import { isSystemError, type Json, sha256 } from '../../kernel/index.ts';
import { readBounded } from '../../kernel/io/index.ts';
import type { KeptArtifact, TrialEnd } from '../../record/index.ts';
import { conclude, type StopCause } from '../conclude.ts';
import type { Condition } from '../condition.ts';
import { openEventLog } from './event-log.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { makeWorkspace } from './workspace.ts';

const LOG_MAX_BYTES = 1_000_000_000;

/** What one attempt at a trial left. */
export type TrialOutcome = {
  readonly end: TrialEnd;
  readonly artifacts: Snapshot;
  readonly logs: KeptArtifact[];
  readonly wallMs: number;
};

/** Runs one attempt: fresh workspace, harness under its limits, everything ended, then the snapshot.
 * @param folder where `workspace/`, `events.jsonl` and `calls.jsonl` of the attempt are written */
export async function runTrial(
  condition: Condition,
  seed: number,
  options: { folder: string; serve: ServeCommand; signal: AbortSignal },
): Promise<TrialOutcome> {
  const { folder, serve, signal } = options;
  const workspace = await makeWorkspace(condition.variant.files);
  const started = performance.now();
  const elapsedMs = (): number => performance.now() - started;
  const log = await openEventLog(path.join(folder, 'events.jsonl'), elapsedMs);
  const callLog = path.join(folder, 'calls.jsonl');
  let calls = 0;
  const emit = (event: Json): void => {
    if (AnswerEvent.safeParse(event).success) calls += 1;
    log.emit(event);
  };
  try {
    const { end, stop } = await underLimits(
      condition.limits.wallSeconds * 1000,
      signal,
      async (limited) =>
        await runHarness(condition.harness, {
          workspace: workspace.path,
          prompt: condition.variant.prompt,
          seed,
          loadout: condition.loadout,
          serve,
          callLog,
          signal: limited,
          emit,
        }),
    );
    const wallMs = elapsedMs();
    if (calls > 0 && !(await exists(callLog)))
      log.emit({ type: 'call-log-missing', message: `the server left no log of ${calls} calls`, calls });
    await log.close();
    const artifacts = await takeSnapshot(
      workspace.path,
      condition.task.artifacts,
      path.join(folder, 'workspace'),
    );
    return {
      end: conclude(end, stop, condition.limits, condition.task.artifacts, artifacts.refused),
      artifacts,
      logs: await logsIn(folder),
      wallMs: Math.round(wallMs),
    };
  } finally {
    await workspace.remove();
  }
}

/** The event of a call that was answered, which the server logs before it answers. */
const AnswerEvent = z.looseObject({ type: z.literal('result'), isError: z.literal(false) });

async function underLimits(
  wallMs: number,
  cancelled: AbortSignal,
  run: (signal: AbortSignal) => Promise<HarnessEnd>,
): Promise<{ end: HarnessEnd; stop: StopCause }> {
  const stopping = new AbortController();
  let stop: StopCause;
  const stopFor = (cause: StopCause) => (): void => {
    stop ??= cause;
    stopping.abort();
  };
  const timer = setTimeout(stopFor('wall'), wallMs);
  const onCancel = stopFor('cancelled');
  cancelled.addEventListener('abort', onCancel, { once: true });
  if (cancelled.aborted) onCancel();
  try {
    return { end: await run(stopping.signal), stop };
  } finally {
    clearTimeout(timer);
    cancelled.removeEventListener('abort', onCancel);
  }
}

async function logsIn(folder: string): Promise<KeptArtifact[]> {
  const logs: KeptArtifact[] = [];
  for (const name of ['events.jsonl', 'calls.jsonl']) {
    const file = path.join(folder, name);
    if (!(await exists(file))) continue;
    const bytes = await readBounded(file, LOG_MAX_BYTES);
    logs.push({ path: name, digest: sha256(bytes), sizeBytes: bytes.length });
  }
  return logs;
}

async function exists(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return false;
    throw cause;
  }
}

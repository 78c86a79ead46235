import { type RunEvent, type RunResult, runCampaign } from '../campaign/io/index.ts';
import type { Progress } from './render/progress.ts';
import { terminalProgress } from './render/progress.ts';
import { programVersion, SERVE_COMMAND } from './program.ts';

/** Runs a campaign with one line of progress on a terminal. The first SIGINT or SIGTERM ends the trial in progress,
 * records it as cancelled and stops. */
export async function runWithProgress(
  file: string,
  out: string,
  retryInfrastructure: boolean,
): Promise<RunResult> {
  const cancel = new AbortController();
  const onSignal = (): void => cancel.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const progress = terminalProgress(process.stderr);
  try {
    return await runCampaign({
      file,
      out,
      retryInfrastructure,
      serve: SERVE_COMMAND,
      signal: cancel.signal,
      toolbaseVersion: await programVersion(),
      nowMs: Date.now,
      onEvent: (event) => showRunEvent(event, progress),
    });
  } finally {
    progress.done();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

function showRunEvent(event: RunEvent, progress: Progress): void {
  switch (event.type) {
    case 'planned': {
      progress.update(`${event.toRun} of ${event.done + event.toRun} trials to run`);
      return;
    }
    case 'trial-started': {
      progress.update(`trial ${event.nth} of ${event.of}: ${event.condition} #${event.trial.index}`);
      return;
    }
    case 'trial-ended':
      return undefined;
    case 'quarantined':
      progress.done();
      process.stderr.write(
        `toolbase: attempt ${event.attempt} of ${event.trial} was set aside (${event.reason}): ${event.movedTo}\n`,
      );
      return undefined;
  }
}

import type { MachineFlags } from '../machine/index.ts';
import { type RunEvent, type RunResult, runCampaign } from '../campaign/io/index.ts';
import type { Quarantined } from '../record/io/index.ts';
import type { Progress } from './render/progress.ts';
import { terminalProgress } from './render/progress.ts';
import { programVersion, SERVE_COMMAND } from './program.ts';
import { valuesForServers } from './values-for-servers.ts';

/** Runs a campaign with one line of progress on a terminal. The first SIGINT or SIGTERM ends the trial in progress,
 * records it as cancelled and stops. */
export async function runWithProgress(
  file: string,
  out: string,
  retryInfrastructure: boolean,
  flags: MachineFlags,
): Promise<RunResult> {
  const values = await valuesForServers(file, flags);
  const cancel = new AbortController();
  const progress = terminalProgress(process.stderr);
  const onSignal = (): void => {
    progress.update('stopping ...');
    cancel.abort();
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await runCampaign({
      file,
      out,
      retryInfrastructure,
      serve: { ...SERVE_COMMAND, values },
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

/** Tells of an attempt that was interrupted or damaged: which, why, and where it was moved. */
export function tellSetAside({ attempt, trial, reason, movedTo }: Quarantined): void {
  process.stderr.write(`toolbase: attempt ${attempt} of ${trial} was set aside (${reason}): ${movedTo}\n`);
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
      tellSetAside(event);
      return undefined;
  }
}

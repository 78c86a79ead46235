import { z } from 'zod';
import { ToolbaseError } from '../kernel/index.ts';
import { exposedTools, type Lock } from '../lockfile/index.ts';
import type { MachineFlags } from '../machine/index.ts';
import { openSession } from '../server/io/index.ts';
import { terminalProgress } from './render/progress.ts';
import { terminalText } from './render/visible-text.ts';

/** Arguments of a call: one JSON object. */
export const Arguments = z.record(z.string(), z.json(), { error: 'must be one JSON object' });
export type Arguments = z.output<typeof Arguments>;

/** One call in a session of its own, with its progress on a terminal.
 * @throws ToolbaseError the error that a client would have been told */
export async function callOnce(call: {
  lock: Lock;
  lockFile: string;
  name: string;
  input: Arguments;
  workspace: string;
  flags: MachineFlags;
}): Promise<unknown> {
  refuseJob(call.lock, call.name);
  const progress = terminalProgress(process.stderr);
  const session = await openSession(call.lock, call.lockFile, {
    workspace: call.workspace,
    flags: call.flags,
    onFault: (message) => process.stderr.write(terminalText(`toolbase: ${message}\n`)),
  });
  const cancel = new AbortController();
  const onSignal = (): void => cancel.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const outcome = await session.call(call.name, call.input, {
      signal: cancel.signal,
      onProgress: ({ done, total, message }) =>
        progress.update(
          [total === undefined ? String(done) : `${done} of ${total}`, message ?? ''].join(' '),
        ),
    });
    if (outcome.kind === 'answered') return outcome.structured;
    const { code, message, hint } = outcome.error;
    throw new ToolbaseError(code, message, hint === undefined ? {} : { hint });
  } finally {
    progress.done();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await session.close();
  }
}

/** A job would end with the command that started it. */
function refuseJob(lock: Lock, name: string): void {
  const exposed = exposedTools(lock).find(({ tool }) => tool.name === name);
  if (exposed === undefined || exposed.role === 'call') return;
  throw new ToolbaseError('USAGE', `${name} is for clients that stay connected`, {
    hint: `Call ${exposed.operation.tool.name}: this command waits for the result.`,
  });
}

import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { isSystemError, ToolbaseError } from '../../../kernel/index.ts';
import type { StepEnd } from '../../build-failure.ts';

export interface ProgramRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Sees each line that is printed, on standard output or error. */
  readonly onLine?: ((line: string) => void) | undefined;
}

const LINES_KEPT = 100;
const LINE_MAX_CHARS = 20_000;

/** Runs a program without a shell and without input, as leader of a group that is killed whole when its time is over.
 * @returns how it ended, and its last lines, oldest first
 * @throws ToolbaseError CANCELLED when the signal aborts */
export async function runProgram(run: ProgramRun): Promise<{ end: StepEnd; lines: readonly string[] }> {
  const child = spawn(run.command, run.args, {
    cwd: run.cwd,
    env: run.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const keep = (line: string): void => {
    lines.push(line);
    if (lines.length > LINES_KEPT) lines.shift();
    run.onLine?.(line);
  };
  eachLine(child.stdout, keep);
  eachLine(child.stderr, keep);

  const kill = (): void => {
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const overtime = AbortSignal.timeout(run.timeoutMs);
  const stop = run.signal === undefined ? overtime : AbortSignal.any([overtime, run.signal]);
  stop.addEventListener('abort', kill, { once: true });
  if (stop.aborted) kill();
  const stopWatching = onInterrupt(kill);
  try {
    const end = await new Promise<StepEnd>((resolve) => {
      child.once('error', (fault) => resolve({ kind: 'not-started', reason: fault.message }));
      child.once('close', (status, signal) =>
        resolve(signal === null ? { kind: 'exited', status: status ?? 0 } : { kind: 'signalled', signal }),
      );
    });
    if (run.signal?.aborted === true) throw new ToolbaseError('CANCELLED', `${run.command} was cancelled`);
    return { end: overtime.aborted ? { kind: 'timed-out', afterMs: run.timeoutMs } : end, lines };
  } finally {
    stop.removeEventListener('abort', kill);
    stopWatching();
  }
}

/** A group of its own is not reached by Ctrl-C. Ends it first, then lets the signal do what it would have done. */
function onInterrupt(kill: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const listener = (signal: NodeJS.Signals): void => {
    kill();
    remove();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const remove = (): void => {
    for (const signal of signals) process.off(signal, listener);
  };
  for (const signal of signals) process.on(signal, listener);
  return remove;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (fault) {
    if (!isSystemError(fault, 'ESRCH', 'EPERM')) throw fault;
  }
}

function eachLine(stream: Readable, keep: (line: string) => void): void {
  let open = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const parts = (open + text).split(/[\r\n]+/);
    open = (parts.pop() ?? '').slice(0, LINE_MAX_CHARS);
    for (const part of parts) if (part !== '') keep(part.slice(0, LINE_MAX_CHARS));
  });
  stream.on('end', () => {
    if (open !== '') keep(open);
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { isSystemError } from '../../kernel/index.ts';

/** How a process ended. */
export type ProcessExit = { readonly exitCode: number | null; readonly signal: string | null };

/** A process with all that it starts, unless that leaves the group on purpose. */
export type ProcessGroup = {
  readonly child: ChildProcess;
  readonly exit: Promise<ProcessExit>;
  /** Last characters of its standard error. */
  readonly stderrTail: () => string;
  /** Whether it ends by itself in this time. */
  readonly endsWithin: (ms: number) => Promise<boolean>;
  /** Ends the group: end of input, then SIGTERM, then SIGKILL, each after a grace. Returns when the group is gone. */
  readonly stop: (grace: { eofMs: number; termMs: number }) => Promise<ProcessExit>;
};

const STDERR_TAIL_CHARS = 4000;
const KILL_WAIT_MS = 2000;

/** Starts a program as leader of its own process group, with pipes for input and output. */
export function startGroup(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): ProcessGroup {
  const child = spawn(command, [...args], { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL_CHARS);
  });
  // A write to a process that has gone is told by its exit.
  child.stdin.on('error', () => undefined);
  const exit = new Promise<ProcessExit>((resolve) => {
    child.once('error', (fault) => {
      tail = (tail + fault.message).slice(-STDERR_TAIL_CHARS);
      resolve({ exitCode: null, signal: null });
    });
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const stop: ProcessGroup['stop'] = async ({ eofMs, termMs }) => {
    child.stdin.end();
    if (!(await settles(exit, eofMs))) {
      signalGroup(child.pid, 'SIGTERM');
      await settles(exit, termMs);
    }
    // Also when the leader went by itself: what it left behind must not write into the workspace any more.
    signalGroup(child.pid, 'SIGKILL');
    await groupGone(child.pid);
    return await exit;
  };
  return {
    child,
    exit,
    stderrTail: () => tail.toWellFormed(),
    endsWithin: async (ms) => await settles(exit, ms),
    stop,
  };
}

const settles = async (exit: Promise<ProcessExit>, withinMs: number): Promise<boolean> => {
  const timer = new AbortController();
  const late = delay(withinMs, false, { signal: timer.signal }).catch(() => false);
  const settled = await Promise.race([exit.then(() => true), late]);
  timer.abort();
  return settled;
};

function signalGroup(leader: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (leader === undefined) return false;
  try {
    process.kill(-leader, signal);
    return true;
  } catch (cause) {
    // EPERM: macOS answers so for a group of zombies.
    if (isSystemError(cause, 'ESRCH', 'EPERM')) return false;
    throw cause;
  }
}

// A killed orphan may stay as a zombie where nobody reaps; it runs no more, so the wait is bounded.
async function groupGone(leader: number | undefined): Promise<void> {
  for (let waited = 0; waited < KILL_WAIT_MS && signalGroup(leader, 0); waited += 10) await delay(10);
}

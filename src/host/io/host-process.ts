import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { isSystemError } from '../../kernel/index.ts';
import { trace } from '../../kernel/io/index.ts';
import { type Command, type Containment, contained, onceContained } from '../containment.ts';
import type { HostEnd } from '../host-end.ts';
import { type Sandbox, sandboxed, withMemoryLimit } from '../sandbox.ts';
import { createLogRing, type LogRing } from '../log-ring.ts';

export interface HostLaunch {
  readonly program: Command;
  readonly environment: Readonly<Record<string, string>>;
  readonly workspace: string;
  readonly containment: Containment;
  /** Inside the containment. */
  readonly sandbox?: Sandbox | undefined;
  /** Of each process. */
  readonly memoryMiB?: number | undefined;
  /** Where the protocol runs: `fd3`, with stdout as a log, or `stdio` for a wrapped MCP server. */
  readonly protocol: 'fd3' | 'stdio';
  /** Sees each line that the host prints. */
  readonly onLog?: ((line: string) => void) | undefined;
}

export interface HostProcess {
  readonly input: Writable;
  /** Writes a line to `input`. A host that leaves too much of it unread is condemned. */
  readonly tell: (line: string) => void;
  readonly output: Readable;
  readonly logs: LogRing;
  /** Resolves once, when the process is gone and what it printed has been read. */
  readonly ended: Promise<HostEnd>;
  /** To the process and everything in its group. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** Kills it for what it did; `ended` then says so. */
  condemn(reason: string): void;
  /** Whether it was condemned: nothing that it has said since counts. */
  readonly condemned: () => boolean;
}

const LOG_LINES = 200;
const LOG_LINE_CHARS = 2000;

/** Of one that asks for answers and does not read them, or computes without pause. */
const UNREAD_MAX_BYTES = 128 * 1024 * 1024;

/** Pipes may be held open by a grandchild after the host is gone. */
const DRAIN_MS = 50;

/** Starts a host with an argument vector, an allow-listed environment and no shell, as leader of its own group. */
export function startHostProcess(launch: HostLaunch): HostProcess {
  const { command, args } = commandOf(launch);
  const child = spawn(command, args, {
    cwd: launch.workspace,
    env: launch.environment,
    detached: true,
    stdio: isContained(launch) ? [...STDIO[launch.protocol], 'pipe'] : [...STDIO[launch.protocol]],
  });
  trace('host', () => `started ${launch.program.command} as process ${child.pid ?? '(none)'}`);
  const logs = createLogRing(LOG_LINES, LOG_LINE_CHARS, launch.onLog);
  let condemned: string | undefined;

  const signal = (name: 'SIGTERM' | 'SIGKILL'): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch (fault) {
      // Nobody is left, or (macOS) only zombies are.
      if (!isSystemError(fault, 'ESRCH', 'EPERM')) throw fault;
    }
  };

  const ended = new Promise<HostEnd>((resolve) => {
    const settle = (end: HostEnd): void => {
      // Whatever the host started and left behind goes with it.
      signal('SIGKILL');
      resolve(condemned === undefined ? end : { kind: 'violated', reason: condemned });
    };
    child.once('error', (fault) => {
      if (child.pid === undefined) resolve({ kind: 'not-started', reason: fault.message });
    });
    child.once('exit', (status, name) => {
      const end: HostEnd =
        name === null ? { kind: 'exited', status: status ?? 0 } : { kind: 'signalled', signal: name };
      const timer = setTimeout(() => settle(end), DRAIN_MS);
      child.once('close', () => {
        clearTimeout(timer);
        settle(end);
      });
    });
  });

  const { input, output, printed } = streamsOf(child.stdio, launch.protocol);
  for (const stream of printed) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => logs.push(text));
  }
  // A broken pipe is told by `ended`; without a listener it would end the server.
  for (const stream of [input, output, ...printed]) stream.on('error', () => undefined);
  letStart(child.stdio[STDIO[launch.protocol].length]);

  const condemn = (reason: string): void => {
    condemned ??= reason;
    signal('SIGKILL');
  };
  return {
    input,
    tell: tellerOf(input, condemn),
    output,
    logs,
    ended,
    signal,
    condemned: () => condemned !== undefined,
    condemn,
  };
}

const tellerOf =
  (input: Writable, condemn: HostProcess['condemn']): HostProcess['tell'] =>
  (line) => {
    if (input.writableLength > UNREAD_MAX_BYTES)
      condemn(`it did not read what it was sent (${UNREAD_MAX_BYTES} bytes)`);
    else input.write(`${line}\n`);
  };

const STDIO = {
  fd3: ['ignore', 'pipe', 'pipe', 'pipe'],
  stdio: ['pipe', 'pipe', 'pipe'],
} as const;

const isContained = ({ containment }: HostLaunch): boolean => containment !== 'process-group';

/** A sandbox stands inside the containment: bubblewrap alone may outlive a server that is killed while it starts. */
function commandOf(launch: HostLaunch): Command {
  const { program, memoryMiB, environment, sandbox, containment, protocol } = launch;
  const limited = withMemoryLimit(memoryMiB, program);
  const inner = sandbox === undefined ? limited : sandboxed(sandbox, environment, limited);
  if (!isContained(launch)) return inner;
  return contained(containment, onceContained(STDIO[protocol].length, environment, inner));
}

/** The other end of the pipe of `onceContained`: what it says needs no more than to be heard by a server that lives. */
function letStart(pipe: Stdio[number]): void {
  if (pipe == null) return;
  pipe.on('error', () => undefined);
  pipe.once('data', () => {
    if ('write' in pipe) pipe.end('\n', () => pipe.destroy());
  });
}

type Stdio = readonly (Readable | Writable | null | undefined)[];

function streamsOf(
  stdio: Stdio,
  protocol: HostLaunch['protocol'],
): { input: Writable; output: Readable; printed: Readable[] } {
  const readable = (at: number): Readable => {
    const stream = stdio[at];
    if (stream == null || !('setEncoding' in stream)) throw new Error(`stream ${at} of a host is missing`);
    return stream;
  };
  const writable = (at: number): Writable => {
    const stream = stdio[at];
    if (stream == null || !('write' in stream)) throw new Error(`stream ${at} of a host is missing`);
    return stream;
  };
  if (protocol === 'stdio') return { input: writable(0), output: readable(1), printed: [readable(2)] };
  return { input: writable(3), output: readable(3), printed: [readable(1), readable(2)] };
}

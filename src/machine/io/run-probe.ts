import { spawn } from 'node:child_process';
import { isSystemError } from '../../kernel/index.ts';

const OUTPUT_MAX_BYTES = 64 * 1024;

/** How a probed program ended: with all it wrote on both streams, cut at 64 kB. */
export type ProbeEnd =
  | { readonly kind: 'answered'; readonly output: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Runs a program for a short while: without a shell, without input, in a process group of its own, of which nothing is
 * left afterwards. A flood ends it like a time limit, but what it wrote before counts.
 * @param env all that it sees of the environment */
export function runProbe(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): Promise<ProbeEnd> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const end = (ending: ProbeEnd): void => {
      clearTimeout(timer);
      killGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(ending);
    };
    const timer = setTimeout(
      () => end({ kind: 'failed', reason: `did not answer in ${timeoutMs} ms` }),
      timeoutMs,
    );
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      if (output.length > OUTPUT_MAX_BYTES)
        end({ kind: 'answered', output: output.slice(0, OUTPUT_MAX_BYTES) });
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (fault) => end({ kind: 'failed', reason: `does not start: ${fault.message}` }));
    child.once('close', () => end({ kind: 'answered', output }));
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (cause) {
    if (!isSystemError(cause, 'ESRCH', 'EPERM')) throw cause;
  }
}

import { spawn } from 'node:child_process';
import type { Command } from '../containment.ts';
import { hostEnvironment } from '../host-environment.ts';

const PROBE_TIMEOUT_MS = 3000;

/** Whether what a host's command is wrapped in works on this machine, found by running `true` in it. */
export function worksHere(wrapped: (inner: Command) => Command): Promise<boolean> {
  const { command, args } = wrapped({ command: 'true', args: [] });
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: 'ignore',
      env: hostEnvironment(process.env),
      timeout: PROBE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
  });
}

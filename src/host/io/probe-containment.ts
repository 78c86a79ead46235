import { spawn } from 'node:child_process';
import { type Containment, contained, CONTAINMENTS } from '../containment.ts';
import { hostEnvironment } from '../host-environment.ts';

const PROBE_TIMEOUT_MS = 3000;

/** The best containment that this machine allows, found by running `true` under each. */
export async function probeContainment(): Promise<Containment> {
  if (process.platform !== 'linux') return 'process-group';
  for (const containment of CONTAINMENTS) {
    if (containment === 'process-group' || (await works(containment))) return containment;
  }
  return 'process-group';
}

const works = (containment: Containment): Promise<boolean> =>
  new Promise((resolve) => {
    const { command, args } = contained(containment, { command: 'true', args: [] });
    const child = spawn(command, args, {
      stdio: 'ignore',
      env: hostEnvironment(process.env),
      timeout: PROBE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
  });

import { spawn } from 'node:child_process';
import { ToolbaseError } from '../../kernel/index.ts';
import { hostEnvironment } from '../host-environment.ts';
import { sandboxed } from '../sandbox.ts';

const PROBE_TIMEOUT_MS = 3000;

let probed: Promise<boolean> | undefined;

/** Whether a host can be run in a sandbox here, found by running `true` in one. */
export const probeSandbox = (): Promise<boolean> => (probed ??= works());

const works = (): Promise<boolean> =>
  new Promise((resolve) => {
    if (process.platform !== 'linux') {
      resolve(false);
      return;
    }
    const { command, args } = sandboxed({ writable: [], network: false }, { command: 'true', args: [] });
    const child = spawn(command, args, {
      stdio: 'ignore',
      env: hostEnvironment(process.env),
      timeout: PROBE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
  });

/** @throws ToolbaseError EXTERNAL_MISSING when hosts cannot be run in a sandbox here */
export async function requireSandbox(): Promise<void> {
  if (await probeSandbox()) return;
  throw new ToolbaseError(
    'EXTERNAL_MISSING',
    'the settings ask for a sandbox, and bubblewrap (bwrap) is not there or may not make one here',
    {
      hint: 'Install it (`apt install bubblewrap`), allow user namespaces, or take `sandbox` out of the settings.',
    },
  );
}

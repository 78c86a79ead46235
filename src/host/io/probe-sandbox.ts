import { ToolbaseError } from '../../kernel/index.ts';
import { contained } from '../containment.ts';
import { sandboxed } from '../sandbox.ts';
import { probeContainment } from './probe-containment.ts';
import { worksHere } from './works-here.ts';

let probed: Promise<boolean> | undefined;

/** Whether a host can be run in a sandbox here; asked once. */
export const probeSandbox = (): Promise<boolean> => (probed ??= works());

async function works(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const containment = await probeContainment();
  const sandbox = { writable: [], network: false };
  return worksHere((inner) => contained(containment, sandboxed(sandbox, {}, inner)));
}

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

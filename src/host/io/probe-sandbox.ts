import { ToolbaseError } from '../../kernel/index.ts';
import { sandboxed } from '../sandbox.ts';
import { worksHere } from './works-here.ts';

let probed: Promise<boolean> | undefined;

/** Whether a host can be run in a sandbox here; asked once. */
export const probeSandbox = (): Promise<boolean> =>
  (probed ??=
    process.platform === 'linux'
      ? worksHere((inner) => sandboxed({ writable: [], network: false }, inner))
      : Promise.resolve(false));

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

import { ToolbaseError } from '../../kernel/index.ts';
import { discardFolder, processFolder } from '../../kernel/io/index.ts';
import type { Command } from '../containment.ts';
import { describeFailed } from '../host-end.ts';
import { hostEnvironment } from '../host-environment.ts';
import { type HostLaunch, type HostProcess, startHostProcess } from './host-process.ts';
import { probeContainment } from './probe-containment.ts';

const SCRATCH_TIMEOUT_MS = 30_000;

export interface ScratchHost {
  readonly host: HostProcess;
  readonly failure: () => Promise<ToolbaseError>;
  /** Empty, and removed afterwards. */
  readonly workspace: string;
}

/** Runs a host in an empty workspace for as long as `use` takes, at most 30 s, and leaves nothing of it.
 * @param label names it in errors   @param toolkit.folder of its files, absolute   @param toolkit.packing its author packs it
 * @throws ToolbaseError HOST_TIMEOUT, HOST_FAILED, when packing BAD_MANIFEST, and what `use` throws */
export async function withScratchHost<T>(
  { label, ...toolkit }: { readonly label: string; readonly folder: string; readonly packing: boolean },
  protocol: HostLaunch['protocol'],
  launch: (workspace: string) => { program: Command; mapped: Readonly<Record<string, string>> },
  use: (scratch: ScratchHost) => Promise<T>,
): Promise<T> {
  const workspace = await processFolder('describe');
  try {
    const { program, mapped } = launch(workspace);
    const containment = await probeContainment();
    const environment = hostEnvironment(process.env, mapped);
    const host = startHostProcess({ program, environment, workspace, containment, protocol });
    const failure = async (): Promise<ToolbaseError> =>
      describeFailed(label, await host.ended, host.logs.lines(), toolkit);
    try {
      return await Promise.race([use({ host, failure, workspace }), tooSlow(label, host.ended)]);
    } finally {
      host.signal('SIGKILL');
      await host.ended;
    }
  } finally {
    await discardFolder(workspace);
  }
}

const tooSlow = (label: string, ended: Promise<unknown>): Promise<never> =>
  new Promise((_resolve, reject) => {
    const seconds = SCRATCH_TIMEOUT_MS / 1000;
    const timer = setTimeout(
      () =>
        reject(
          new ToolbaseError('HOST_TIMEOUT', `${label} did not describe itself within ${seconds} s`, {
            hint: 'Does it wait for something before it can be asked, such as a download? On a slow machine, try again.',
          }),
        ),
      SCRATCH_TIMEOUT_MS,
    );
    void ended.then(() => clearTimeout(timer));
  });

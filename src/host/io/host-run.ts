import { ToolbaseError } from '../../kernel/index.ts';
import { hostFailed } from '../host-end.ts';
import type { HostLink } from './host-link.ts';
import { type HostLaunch, type HostProcess, startHostProcess } from './host-process.ts';

/** How to start one process of a host. */
export interface HostPlan {
  readonly launch: HostLaunch;
  /** Greets the started process and checks it; `failure` makes the error of a request it can no longer answer. */
  readonly greet: (host: HostProcess, failure: () => Promise<ToolbaseError>) => Promise<HostLink>;
  /** Removes what was made for this process. */
  readonly clear: () => Promise<void>;
}

/** One process of a host, from its preparation to its end. */
export interface HostRun {
  /** The greeted host; rejects with the reason why there is none, and the process then ends. */
  readonly ready: Promise<HostLink>;
  /** Never rejects: the process is gone, or never was. With what says how it ended. */
  readonly gone: Promise<(() => Promise<ToolbaseError>) | undefined>;
  /** Never rejects: nothing of it is left, no file either. */
  readonly cleared: Promise<void>;
  /** Asks a greeted host to end, and tells one that is still starting. */
  readonly askToStop: () => void;
  readonly signal: (signal: 'SIGTERM' | 'SIGKILL') => void;
}

/** @param toolkit names it in errors */
export function startHostRun(toolkit: string, prepare: () => Promise<HostPlan>): HostRun {
  let plan: HostPlan | undefined;
  let host: HostProcess | undefined;
  let link: HostLink | undefined;
  let failure: (() => Promise<ToolbaseError>) | undefined;
  let unwanted = false;

  const begin = async (): Promise<HostLink> => {
    plan = await prepare();
    if (unwanted) throw new ToolbaseError('CANCELLED', 'the server is stopping');
    const { launch } = plan;
    const started = startHostProcess(launch);
    host = started;
    failure = async () => hostFailed(toolkit, await started.ended, started.logs.lines(), launch.workspace);
    link = await plan.greet(started, failure);
    return link;
  };
  const signal: HostRun['signal'] = (name) => {
    unwanted = true;
    host?.signal(name);
  };

  const ready = begin();
  const gone = ready
    .then(
      () => undefined,
      () => signal('SIGKILL'),
    )
    .then(async () => {
      await host?.ended;
      return failure;
    });
  return {
    ready,
    gone,
    cleared: gone.then(() => plan?.clear()),
    signal,
    askToStop: () => {
      unwanted = true;
      if (link === undefined) signal('SIGTERM');
      else link.shutdown();
    },
  };
}

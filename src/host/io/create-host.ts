import { cleanText, isToolbaseError, type Json, ToolbaseError } from '../../kernel/index.ts';
import { AbandonedCalls } from './abandoned-calls.ts';
import { HostDriver, type HostEars, type HostTimes } from './host-driver.ts';
import type { CallOptions } from './host-link.ts';
import type { HostPlan } from './host-run.ts';
import { Interruption } from './interruption.ts';

export interface HostCall extends Pick<CallOptions, 'onProgress' | 'onImages'> {
  /** As the host itself calls the operation. */
  readonly name: string;
  readonly input: Json;
  /** Aborted when the caller no longer wants the answer. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wall time, in place of that of the host's limits, milliseconds. */
  readonly wallMs?: number | undefined;
  /** Of the process, where one is started for the call. */
  readonly memoryMiB?: number | undefined;
  /** Told before the answer, by a host that knows. */
  readonly onUsage?: CallOptions['onUsage'];
}

/** A supervised host: started by its first call, restarted by the next call after it ended. */
export interface Host {
  /** @throws ToolbaseError CANCELLED, HOST_TIMEOUT, HOST_FAILED, what a start can throw, and the operation's own */
  readonly call: (call: HostCall) => Promise<Json>;
  /** Stops the process and everything it started; later calls are refused. */
  readonly close: () => Promise<void>;
  readonly phase: () => HostDriver['phase'];
  /** Starts the process before it is called. @throws ToolbaseError what a start can throw */
  readonly warm: () => Promise<void>;
}

export interface HostLimits {
  /** Longest wall time of one call, milliseconds. */
  readonly callMs: number;
  /** How long an abandoned call may take to stop before its host is ended, milliseconds. */
  readonly abandonMs: number;
  readonly times?: HostTimes;
  /** A host that nobody has called for so long is stopped, milliseconds; undefined: never. Asked each time. */
  readonly idleMs?: () => number | undefined;
}

const IDLE_MS = 30 * 60 * 1000;

/** Long enough for an overnight computation; clients have tighter limits of their own. */
export const HOST_LIMITS: HostLimits = {
  callMs: 12 * 3600 * 1000,
  abandonMs: 1000,
  idleMs: () => IDLE_MS,
};

/** Codes of a call to which the host said nothing. */
const UNANSWERED = new Set<string>(['HOST_FAILED', 'HOST_TIMEOUT', 'CANCELLED']);

/** An operation that refuses was answered too. */
const isAnswer = (thrown: unknown): boolean => !isToolbaseError(thrown) || !UNANSWERED.has(thrown.code);

/** @param toolkit names it in errors
 * @param prepare verifies the installed files and says how to start; called before every start */
export function createHost(
  toolkit: string,
  prepare: () => Promise<HostPlan>,
  limits: HostLimits = HOST_LIMITS,
  ears?: HostEars,
): Host {
  const driver = new HostDriver(toolkit, prepare, limits.times, ears);
  /** Of the calls that somebody waits for. */
  const running = new Set<Interruption>();
  const idle = createIdleTimer(limits.idleMs, running, () => driver.rest());
  const abandoned = new AbandonedCalls(
    limits.abandonMs,
    () => running.size,
    (link) => driver.retire(link),
  );

  const answer = async ({ name, input, ...told }: HostCall, early: Interruption): Promise<Json> => {
    await abandoned.hold();
    early.throwIfHappened();
    const link = await driver.link();
    early.throwIfHappened();
    const work = link.call(name, input, { ...told, interruption: early });
    const abandon = (): void => {
      // A host that confirms nothing may still be computing: after a time limit it is not trusted to have stopped.
      const confirmed = link.confirmsCancel || !isTimeLimit(early) ? work.catch(() => undefined) : undefined;
      abandoned.add(link, confirmed);
    };
    early.listen(abandon);
    void noteAnswer(work, driver);
    try {
      return await work;
    } finally {
      early.unlisten(abandon);
    }
  };

  return {
    phase: () => driver.phase,
    warm: async () => {
      await driver.link();
      if (running.size === 0) idle.begin();
    },
    close: () => {
      idle.end();
      for (const interruption of running)
        interruption.interrupt(new ToolbaseError('CANCELLED', 'the server is stopping'));
      return driver.close();
    },
    call: async (call) => {
      const { heard, interruption, release } = interruptible(call, limits.callMs);
      running.add(interruption);
      try {
        return await Promise.race([answer(heard, interruption), interruption.happened()]);
      } finally {
        running.delete(interruption);
        if (running.size === 0) idle.begin();
        abandoned.retireIfIdle();
        release();
      }
    },
  };
}

async function noteAnswer(work: Promise<Json>, driver: HostDriver): Promise<void> {
  try {
    await work;
    driver.answered();
  } catch (thrown) {
    if (isAnswer(thrown)) driver.answered();
  }
}

/** What ends a call early: its caller, or its time limit. The reason says how far the call had come, if it told.
 * @returns the call as it is to be made, too */
export function interruptible(
  call: HostCall,
  callMs: number,
): { readonly heard: HostCall; readonly interruption: Interruption; readonly release: () => void } {
  const { name, signal, wallMs, onProgress } = call;
  const interruption = new Interruption();
  let last: Progress | undefined;
  const heard =
    onProgress === undefined
      ? call
      : {
          ...call,
          onProgress: (progress: Progress) => {
            last = progress;
            onProgress(progress);
          },
        };
  const cancel = (): void =>
    interruption.interrupt(new ToolbaseError('CANCELLED', `${name} was cancelled${reached(last)}`));
  const longest = wallMs ?? callMs;
  const timer = setTimeout(() => interruption.interrupt(tooLong(name, longest, last)), longest);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted === true) cancel();
  const release = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  };
  return { heard, interruption, release };
}

const isTimeLimit = ({ reason }: Interruption): boolean =>
  reason instanceof ToolbaseError && reason.code === 'HOST_TIMEOUT';

type Progress = Parameters<NonNullable<HostCall['onProgress']>>[0];

/** How far a call had come. */
function reached(progress: Progress | undefined): string {
  if (progress === undefined) return '';
  const { done, total, message } = progress;
  const amount = total === undefined ? done : `${done} of ${total}`;
  return `; it was at ${amount}${message === undefined ? '' : ` (${cleanText(message, 100)})`}`;
}

const tooLong = (name: string, callMs: number, last: Progress | undefined): ToolbaseError =>
  new ToolbaseError('HOST_TIMEOUT', `${name} did not answer within ${callMs / 1000} s${reached(last)}`, {
    hint: 'Ask for less at once.',
  });

/** @param after undefined: it never passes   @param running nothing passes while there is something */
function createIdleTimer(
  after: HostLimits['idleMs'],
  running: ReadonlySet<unknown>,
  passed: () => void,
): { begin: () => void; end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let armedMs: number | undefined;
  const pass = (): void => {
    if (running.size === 0) passed();
  };
  return {
    begin: () => {
      const ms = after?.();
      if (ms !== undefined && ms === armedMs) {
        timer?.refresh();
        return;
      }
      clearTimeout(timer);
      armedMs = ms;
      timer = ms === undefined ? undefined : setTimeout(pass, ms).unref();
    },
    end: () => clearTimeout(timer),
  };
}

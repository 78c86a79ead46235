import { isToolbaseError, ToolbaseError } from '../../kernel/index.ts';
import { type HostAction, type HostEvent, type HostState, INITIAL, nextStep } from '../lifecycle.ts';
import { CRASH_LOOP, REPAIR_MS, restMs } from '../restart-policy.ts';
import type { HostLink } from './host-link.ts';
import { type HostPlan, type HostRun, startHostRun } from './host-run.ts';

/** Milliseconds. */
export interface HostTimes {
  /** Longest time to become ready. */
  readonly start: number;
  /** From the request to stop to SIGTERM, and from there to SIGKILL. */
  readonly terminate: number;
  readonly kill: number;
  /** How long a host in a crash loop is left alone; default 30 s. */
  readonly repair?: number;
}

export const HOST_TIMES: HostTimes = { start: 60_000, terminate: 150, kill: 850 };

interface Waiting {
  readonly resolve: (link: HostLink) => void;
  readonly reject: (error: unknown) => void;
}

/** A step in the life of a host that changed where it is. */
export interface HostStepTaken {
  readonly event: HostEvent;
  readonly from: HostState;
  readonly to: HostState;
}

/** What hears of a host's life. */
export interface HostEars {
  /** Of a crash loop, once. */
  readonly onBroken?: (report: ToolbaseError) => void;
  readonly onStep?: ((step: HostStepTaken) => void) | undefined;
}

/** Codes of a start that failed because the process did not do its part. */
const CRASHES = new Set<string>(['HOST_FAILED', 'HOST_TIMEOUT', 'INTERNAL']);

/** Performs what the pure lifecycle of a host decides. */
export class HostDriver {
  readonly #toolkit: string;
  readonly #prepare: () => Promise<HostPlan>;
  readonly #times: HostTimes;
  readonly #ears: HostEars;
  #state: HostState = INITIAL;
  #run: HostRun | undefined;
  #link: HostLink | undefined;
  #startFailure: unknown;
  #lastCrash: ToolbaseError | undefined;
  #cleared = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #waiting: Waiting[] = [];
  readonly #perform: Readonly<Record<HostAction, () => void>> = {
    start: () => this.#start(),
    release: () => this.#release(),
    refuse: () => this.#settle(({ reject }) => reject(this.#startFailure)),
    'refuse-broken': () => this.#settle(({ reject }) => reject(this.#broken())),
    'tell-broken': () => this.#ears.onBroken?.(this.#broken()),
    'refuse-closed': () =>
      this.#settle(({ reject }) => reject(new ToolbaseError('CANCELLED', 'the server is stopping'))),
    'ask-to-stop': () => this.#run?.askToStop(),
    terminate: () => this.#run?.signal('SIGTERM'),
    kill: () => this.#run?.signal('SIGKILL'),
    'arm-start': () => this.#arm(this.#times.start),
    'arm-rest': () => this.#arm(this.#state.phase === 'resting' ? restMs(this.#state.crashes) : 0),
    'arm-repair': () => this.#arm(this.#times.repair ?? REPAIR_MS),
    'arm-terminate': () => this.#arm(this.#times.terminate),
    'arm-kill': () => this.#arm(this.#times.kill),
    disarm: () => clearTimeout(this.#timer),
  };

  /** @param toolkit names it in errors
   * @param prepare verifies the installed files and says how to start; called before every start */
  constructor(
    toolkit: string,
    prepare: () => Promise<HostPlan>,
    times: HostTimes = HOST_TIMES,
    ears: HostEars = {},
  ) {
    this.#toolkit = toolkit;
    this.#prepare = prepare;
    this.#times = times;
    this.#ears = ears;
  }

  get phase(): HostState['phase'] {
    return this.#state.phase;
  }

  /** The running host; starts one when there is none. @throws ToolbaseError of the failed start; CANCELLED when closed */
  link(): Promise<HostLink> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#feed('wanted');
    });
  }

  /** A call got its answer: whatever the host did before is forgiven. */
  answered(): void {
    this.#feed('answered');
  }

  /** Stops a host that nobody has called for long; the next call starts another. */
  rest(): void {
    this.#feed('idle');
  }

  /** Ends this host, whose abandoned call does not stop, if it still runs; the next call starts another. */
  retire(link: HostLink): void {
    if (this.#link === link) this.#feed('stuck');
  }

  /** Ends the host for good; resolves when nothing of it is left. */
  async close(): Promise<void> {
    this.#feed('close');
    await this.#cleared;
  }

  #feed(event: HostEvent): void {
    const from = this.#state;
    const { state, actions } = nextStep(from, event);
    if (state.phase !== from.phase) this.#ears.onStep?.({ event, from, to: state });
    this.#state = state;
    for (const action of actions) this.#perform[action]();
  }

  #start(): void {
    const run = startHostRun(this.#toolkit, this.#prepare);
    this.#run = run;
    this.#link = undefined;
    this.#startFailure = undefined;
    run.ready.then(
      (link) => {
        this.#link = link;
        this.#feed('started');
      },
      (failure: unknown) => {
        // A start that took too long was killed for it; that says more than the signal.
        this.#startFailure ??= failure;
      },
    );
    void run.gone.then(async (failure) => {
      // A start that was refused, for want of a setting or for drift, is no crash.
      const refused = isToolbaseError(this.#startFailure) && !CRASHES.has(this.#startFailure.code);
      this.#lastCrash = isToolbaseError(this.#startFailure) ? this.#startFailure : await failure?.();
      this.#link = undefined;
      this.#feed(refused ? 'ended' : 'crashed');
    });
    this.#cleared = this.#cleared.then(() => run.cleared);
  }

  #broken(): ToolbaseError {
    const { message = 'its host ended' } = this.#lastCrash ?? {};
    return new ToolbaseError('HOST_FAILED', `${CRASH_LOOP} times in a row and more: ${message}`, {
      hint: `Calls to ${this.#toolkit} are refused for ${(this.#times.repair ?? REPAIR_MS) / 1000} s, then it is tried again.`,
    });
  }

  #release(): void {
    const link = this.#link;
    if (link === undefined) throw new Error('a host is ready without a link');
    this.#settle(({ resolve }) => resolve(link));
  }

  #arm(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#state.phase === 'starting')
        this.#startFailure = new ToolbaseError(
          'HOST_TIMEOUT',
          `the host of ${this.#toolkit} was not ready after ${delayMs / 1000} s`,
        );
      this.#feed('time-up');
    }, delayMs);
  }

  #settle(finish: (call: Waiting) => void): void {
    const calls = this.#waiting;
    this.#waiting = [];
    calls.forEach(finish);
  }
}

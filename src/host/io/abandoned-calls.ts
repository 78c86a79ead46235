import type { HostLink } from './host-link.ts';

/** Calls that nobody waits for any more but that may still run in the host. */
export class AbandonedCalls {
  readonly #graceMs: number;
  readonly #waitedFor: () => number;
  readonly #retire: (link: HostLink) => void;
  readonly #stopping = new Set<Promise<void>>();
  #held = 0;
  #stuck: HostLink | undefined;

  /** @param graceMs how long an abandoned call may take to stop
   * @param waitedFor number of calls that somebody waits for, held ones included
   * @param retire ends a host whose abandoned call still runs */
  constructor(graceMs: number, waitedFor: () => number, retire: (link: HostLink) => void) {
    this.#graceMs = graceMs;
    this.#waitedFor = waitedFor;
    this.#retire = retire;
  }

  /** Holds a new call until those that were abandoned have had their time: a host that computes without end would keep
   * it too, and it would keep the host. */
  async hold(): Promise<void> {
    if (this.#stopping.size === 0) return;
    this.#held += 1;
    await Promise.all(this.#stopping);
    this.#held -= 1;
  }

  /** @param stopped resolves when the call is known to have stopped; undefined when the host cannot say */
  add(link: HostLink, stopped: Promise<unknown> | undefined): void {
    const settled = within(stopped, this.#graceMs).then((inTime) => {
      this.#stopping.delete(settled);
      if (inTime) return;
      this.#stuck = link;
      this.retireIfIdle();
    });
    this.#stopping.add(settled);
  }

  /** Ends a host whose abandoned call still runs, once nobody waits for another answer of it. */
  retireIfIdle(): void {
    if (this.#stuck !== undefined && this.#waitedFor() === this.#held) this.#retire(this.#stuck);
  }
}

const within = (stopped: Promise<unknown> | undefined, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    void stopped?.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });

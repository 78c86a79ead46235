/** The end of one call before its answer: its caller gave up, its time is over, or the server stops. Does what an
 * AbortSignal does for a fraction of the time, since every call has one. */
export class Interruption {
  #reason: Error | undefined;
  readonly #listeners = new Set<(reason: Error) => void>();

  /** Undefined as long as it has not happened. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** The first reason counts. */
  interrupt(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    for (const listener of this.#listeners) listener(reason);
  }

  /** @param listener called when it happens, not when it has happened before */
  listen(listener: (reason: Error) => void): void {
    this.#listeners.add(listener);
  }

  unlisten(listener: (reason: Error) => void): void {
    this.#listeners.delete(listener);
  }

  /** @throws Error the reason */
  throwIfHappened(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  /** Rejects with the reason; never resolves. */
  happened(): Promise<never> {
    return new Promise((_resolve, reject) => {
      if (this.#reason === undefined) this.listen(reject);
      else reject(this.#reason);
    });
  }
}

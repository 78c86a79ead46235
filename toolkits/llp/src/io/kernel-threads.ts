import { Worker } from 'node:worker_threads';
import type { Memory, Module } from './wasm.ts';

/** Calls of the kernel on one memory, of which threads take one after the other; `next` counts those taken. */
export type KernelJob = {
  readonly module: Module;
  readonly memory: Memory;
  readonly next: Int32Array;
  readonly calls: readonly (readonly number[])[];
};

export type KernelThreads = {
  /** Whether there are threads that a job need not wait for. */
  readonly areStarted: () => boolean;
  /** Starts the threads ahead of their first job. */
  readonly start: () => void;
  /** Ends when all calls are done. @throws the reason of `signal`; then the threads are gone */
  readonly run: (job: KernelJob, signal: AbortSignal) => Promise<void>;
};

/** All that a thread runs. Given as text, since a packed toolkit is one file that would otherwise be loaded again by every
 * thread. */
const THREAD = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ module, memory, next, calls }) => {
  const { run } = new WebAssembly.Instance(module, { host: { memory } }).exports;
  for (let i = Atomics.add(next, 0, 1); i < calls.length; i = Atomics.add(next, 0, 1)) run(...calls[i]);
  parentPort.postMessage('done');
});
`;

/** Without a job for so long threads end, and with them what they hold of memory. */
const IDLE_MS = 2000;

/** Threads that are started once and take jobs until they have been idle for a while. */
export function createKernelThreads(count: number): KernelThreads {
  let workers: Worker[] = [];
  let idle: NodeJS.Timeout | undefined;
  const end = (): void => {
    for (const worker of workers) void worker.terminate();
    workers = [];
  };
  const rest = (): void => {
    clearTimeout(idle);
    idle = setTimeout(end, IDLE_MS).unref();
  };
  const start = (): void => {
    if (workers.length > 0) return;
    workers = Array.from({ length: count }, () => new Worker(THREAD, { eval: true }));
    for (const worker of workers) worker.unref();
    rest();
  };
  return {
    areStarted: () => workers.length > 0,
    start,
    run: async (job, signal) => {
      signal.throwIfAborted();
      start();
      clearTimeout(idle);
      signal.addEventListener('abort', end);
      try {
        await Promise.all(workers.map((worker) => done(worker, job)));
      } catch (cause) {
        end();
        throw cause;
      } finally {
        signal.removeEventListener('abort', end);
        rest();
      }
      signal.throwIfAborted();
    },
  };
}

function done(worker: Worker, job: KernelJob): Promise<void> {
  return new Promise((resolve, reject) => {
    const settled = (settle: () => void): void => {
      // Not all listeners: the worker has one of its own, without which it hears nothing more.
      worker.off('message', ended).off('exit', ended).off('error', failed);
      worker.unref();
      settle();
    };
    // An end without an answer is that of a cancelled call.
    const ended = (): void => settled(resolve);
    const failed = (cause: Error): void => settled(() => reject(cause));
    worker.on('message', ended).on('exit', ended).on('error', failed);
    worker.ref();
    worker.postMessage(job);
  });
}

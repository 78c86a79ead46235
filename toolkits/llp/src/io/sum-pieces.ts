import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ToolbaseError } from 'toolbase/toolkit';
import { kernelModule } from '../yields/kernel/kernel.ts';
import { type Chunk, chunksOf, type GroupSums, type Pieces, type SumPieces } from '../yields/pieces.ts';
import { Instance, Memory, Module } from './wasm.ts';

const PAGE = 65536;
/** Pieces times points below which starting threads costs more than it saves. */
const ALONE_BELOW = 3e6;

/** All that a thread runs: it takes chunk after chunk until none is left. Given as text, since a packed toolkit is one
 * file that would otherwise be loaded again by every thread. */
const THREAD = `
const { workerData } = require('node:worker_threads');
const { module, memory, next, calls } = workerData;
const { run } = new WebAssembly.Instance(module, { host: { memory } }).exports;
for (let i = Atomics.add(next, 0, 1); i < calls.length; i = Atomics.add(next, 0, 1)) run(...calls[i]);
`;

/** Where things lie in the memory, in bytes. */
type Layout = {
  readonly calls: readonly (readonly number[])[];
  readonly size: number;
  readonly bytes: number;
};

/** Adds up pieces in WebAssembly, two points at a time, on up to `threads` threads.
 * @param limits `signal` stops it, `progress` is told of chunks */
export const createSumPieces =
  (limits: {
    signal: AbortSignal;
    progress?: (done: number, total: number) => void;
    threads?: number;
  }): SumPieces =>
  async (pieces, points) => {
    const chunks = chunksOf(pieces);
    const memoryLayout = new Space();
    const threads = Math.min(limits.threads ?? os.availableParallelism(), 8, chunks.length);
    const { memory, layout } = load(pieces, points, chunks, memoryLayout);
    const module = new Module(kernelModule());
    if (threads <= 1 || pieces.near.length * points.length < ALONE_BELOW) {
      const kernel = new Instance(module, { host: { memory } }).exports;
      for (const call of layout.calls) kernel.run(...call);
    } else await onThreads(module, memory, layout, threads, limits);
    return combined(memory, layout, chunks, pieces.groupStarts.length - 1, points.length);
  };

/** Hands out addresses. */
class Space {
  size = PAGE;
  take(bytes: number): number {
    const at = this.size;
    this.size += Math.ceil(bytes / 64) * 64;
    return at;
  }
}

function load(
  pieces: Pieces,
  points: Float64Array,
  chunks: readonly Chunk[],
  space: Space,
): { memory: Memory; layout: Layout } {
  const bytes = Math.ceil(points.length / 2) * 16;
  const columns = [pieces.near, pieces.depth, pieces.flat, pieces.slope];
  const starts = space.take(pieces.clusterStarts.byteLength);
  const addresses = columns.map((column) => space.take(column.byteLength));
  const pointsAt = space.take(bytes);
  const calls = chunks.map(({ begin, end }) => {
    const own = space.take(3 * bytes);
    return [begin, end, starts, ...addresses, pointsAt, bytes, own, own + bytes, own + 2 * bytes];
  });
  const pages = Math.ceil(space.size / PAGE);
  if (pages > 65536)
    throw new ToolbaseError(
      'FILE_TOO_LARGE',
      `${pieces.near.length} pieces of flight paths need more than 4 GB`,
      {
        hint: 'Give fewer rows or couplings, or less demanding acceptance.',
      },
    );
  const memory = new Memory({ initial: pages, maximum: pages, shared: true });
  const { buffer } = memory;
  new Int32Array(buffer, starts, pieces.clusterStarts.length).set(pieces.clusterStarts);
  columns.forEach((column, at) => new Float64Array(buffer, addresses[at], column.length).set(column));
  const padded = new Float64Array(buffer, pointsAt, bytes / 8).fill(points.at(-1) ?? 0);
  padded.set(points);
  return { memory, layout: { calls, size: space.size, bytes } };
}

async function onThreads(
  module: Module,
  memory: Memory,
  { calls }: Layout,
  threads: number,
  { signal, progress }: { signal: AbortSignal; progress?: (done: number, total: number) => void },
): Promise<void> {
  const next = new Int32Array(new SharedArrayBuffer(4));
  const workers = Array.from(
    { length: threads },
    () => new Worker(THREAD, { eval: true, workerData: { module, memory, next, calls } }),
  );
  const stop = () => {
    for (const worker of workers) void worker.terminate();
  };
  signal.addEventListener('abort', stop);
  const ended = new AbortController();
  const told = tell(next, calls.length, ended.signal, progress);
  try {
    await Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((resolve, reject) => {
            worker.once('error', reject);
            worker.once('exit', () => resolve());
          }),
      ),
    );
  } finally {
    signal.removeEventListener('abort', stop);
    ended.abort();
    await told;
  }
  signal.throwIfAborted();
}

async function tell(
  next: Int32Array,
  total: number,
  ended: AbortSignal,
  progress: ((done: number, total: number) => void) | undefined,
): Promise<void> {
  const slept = () => sleep(500, true, { signal: ended }).catch(() => false);
  while (await slept()) progress?.(Math.min(total, Atomics.load(next, 0)), total);
}

function combined(
  { buffer }: Memory,
  { calls, bytes }: Layout,
  chunks: readonly Chunk[],
  groups: number,
  points: number,
): GroupSums[] {
  const sums = Array.from({ length: groups }, () => ({
    sum: new Float64Array(points),
    squares: new Float64Array(points),
  }));
  chunks.forEach(({ group }, at) => {
    const own = calls[at]?.[9] ?? 0;
    const sum = new Float64Array(buffer, own + bytes, points);
    const squares = new Float64Array(buffer, own + 2 * bytes, points);
    const total = sums[group];
    if (total === undefined) return;
    for (let i = 0; i < points; i += 1) {
      total.sum[i] = (total.sum[i] ?? 0) + (sum[i] ?? 0);
      total.squares[i] = (total.squares[i] ?? 0) + (squares[i] ?? 0);
    }
  });
  return sums;
}

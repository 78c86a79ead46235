import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolbaseError } from 'toolbase/toolkit';
import { kernelModule, prepare } from '../yields/kernel/kernel.ts';
import { type Chunk, chunksOf, type GroupSums, type Pieces, type SumPieces } from '../yields/pieces.ts';
import { createKernelThreads, type KernelJob, type KernelThreads } from './kernel-threads.ts';
import { Instance, Memory, Module } from './wasm.ts';

const PAGE = 65536;
/** Pieces times points below which threads cost more than they save: when they have to be started, and when they are there. */
const ALONE_BELOW = { unstarted: 2e7, started: 1e6 };

/** Pieces in a memory that threads share, with room for so many points. */
type Loaded = {
  readonly pieces: Pieces;
  readonly memory: Memory;
  readonly capacity: number;
  readonly chunks: readonly Chunk[];
  /** Addresses: of the starts of clusters, of the four columns, of the points, and of the sums of each chunk. */
  readonly starts: number;
  readonly columns: readonly number[];
  readonly points: number;
  readonly sums: readonly number[];
};

type Limits = {
  readonly signal: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
  readonly threads?: number;
  /** Pieces to come, by the caller's guess: of many, threads are started at once. */
  readonly expected?: number;
};

/** Pieces from which threads are started ahead of them. */
const MANY = 2e5;

/** Compiled once a process: what has been optimised stays so. */
let kernel: Module | undefined;

/** Adds up pieces in WebAssembly, two points at a time, on up to `threads` threads. Pieces are loaded once as long as
 * the same are asked for.
 * @param limits `signal` stops it, `progress` is told of chunks */
export function createSumPieces(limits: Limits): SumPieces {
  let loaded: Loaded | undefined;
  const threads = Math.min(limits.threads ?? os.availableParallelism(), 8);
  const kernelThreads = createKernelThreads(threads);
  if (threads > 1 && (limits.expected ?? 0) >= MANY) kernelThreads.start();
  return async (pieces, points) => {
    if (loaded?.pieces !== pieces || loaded.capacity < points.length)
      loaded = load(pieces, Math.max(128, points.length));
    const module = (kernel ??= new Module(kernelModule()));
    const bytes = Math.ceil(points.length / 2) * 16;
    const calls = callsOf(loaded, points, bytes);
    const aloneBelow = ALONE_BELOW[kernelThreads.areStarted() ? 'started' : 'unstarted'];
    if (Math.min(threads, calls.length) <= 1 || pieces.near.length * points.length < aloneBelow) {
      const { exports } = new Instance(module, { host: { memory: loaded.memory } });
      for (const call of calls) exports.run(...call);
    } else await onThreads(kernelThreads, { module, memory: loaded.memory, calls }, limits);
    return combined(loaded, bytes, points.length);
  };
}

/** Hands out addresses. */
class Space {
  size = PAGE;
  take(bytes: number): number {
    const at = this.size;
    this.size += Math.ceil(bytes / 64) * 64;
    return at;
  }
}

/** @throws ToolbaseError FILE_TOO_LARGE */
function load(pieces: Pieces, capacity: number): Loaded {
  const space = new Space();
  const columns = [pieces.near, pieces.depth, pieces.flat, pieces.slope];
  const starts = space.take(pieces.clusterStarts.byteLength);
  const addresses = columns.map((column) => space.take(column.byteLength));
  const row = Math.ceil(capacity / 2) * 16;
  const points = space.take(row);
  const chunks = chunksOf(pieces);
  const sums = chunks.map(() => space.take(3 * row));
  const pages = Math.ceil(space.size / PAGE);
  if (pages > 65536)
    throw new ToolbaseError(
      'FILE_TOO_LARGE',
      `${pieces.near.length} pieces of flight paths need more than 4 GB`,
      { hint: 'Give fewer rows or couplings, or less demanding acceptance.' },
    );
  const memory = new Memory({ initial: pages, maximum: pages, shared: true });
  const { buffer } = memory;
  prepare(buffer);
  new Int32Array(buffer, starts, pieces.clusterStarts.length).set(pieces.clusterStarts);
  columns.forEach((column, at) => new Float64Array(buffer, addresses[at], column.length).set(column));
  return { pieces, memory, capacity, chunks, starts, columns: addresses, points, sums };
}

/** Puts points into the memory, clears the sums, and returns what `run` is called with for each chunk. */
function callsOf(
  { memory: { buffer }, chunks, starts, columns, points: at, sums }: Loaded,
  points: Float64Array,
  bytes: number,
): number[][] {
  const padded = new Float64Array(buffer, at, bytes / 8).fill(points.at(-1) ?? 0);
  padded.set(points);
  return chunks.map(({ begin, end }, i) => {
    const own = sums[i] ?? 0;
    new Float64Array(buffer, own, (3 * bytes) / 8).fill(0);
    return [begin, end, starts, ...columns, at, bytes, own, own + bytes, own + 2 * bytes];
  });
}

async function onThreads(
  threads: KernelThreads,
  job: Omit<KernelJob, 'next'>,
  { signal, progress }: Limits,
): Promise<void> {
  const next = new Int32Array(new SharedArrayBuffer(4));
  const ended = new AbortController();
  const told = tell(next, job.calls.length, ended.signal, progress);
  try {
    await threads.run({ ...job, next }, signal);
  } finally {
    ended.abort();
    await told;
  }
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
  { memory: { buffer }, chunks, sums, pieces }: Loaded,
  bytes: number,
  points: number,
): GroupSums[] {
  const totals = Array.from({ length: pieces.groupStarts.length - 1 }, () => ({
    sum: new Float64Array(points),
    squares: new Float64Array(points),
  }));
  chunks.forEach(({ group }, at) => {
    const own = sums[at] ?? 0;
    const sum = new Float64Array(buffer, own + bytes, points);
    const squares = new Float64Array(buffer, own + 2 * bytes, points);
    const total = totals[group];
    if (total === undefined) return;
    for (let i = 0; i < points; i += 1) {
      total.sum[i] = (total.sum[i] ?? 0) + (sum[i] ?? 0);
      total.squares[i] = (total.squares[i] ?? 0) + (squares[i] ?? 0);
    }
  });
  return totals;
}

import type { JobProgress } from './job.ts';

/** The next value of a progress that must grow with each notice, whatever the host says. */
export const grown = (last: number, wanted: number): number =>
  wanted > last ? wanted : last + Math.max(1e-6, Math.abs(last) * 1e-9);

/** What is told while a host that works says nothing: barely more than before, and for how long it has worked. */
export const stillWorking = (last: JobProgress | undefined, elapsedMs: number): JobProgress => ({
  done: last?.done ?? 0,
  total: last?.total,
  message: `${last?.message === undefined ? '' : `${last.message}, `}still working after ${Math.round(elapsedMs / 1000)} s`,
});

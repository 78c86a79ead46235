import { createHash } from 'node:crypto';

/** Most events of one run. */
export const EVENTS_MAX = 100_000_000;

/** Pythia takes seeds from 1 to this. */
export const SEED_MAX = 900_000_000;

/** Seeds of parallel workers: the first has the given one, the others are made of it. */
export function seedsOf(seed: number, jobs: number): number[] {
  const seeds = [seed];
  for (let job = 1; job < jobs; job += 1) {
    const text = createHash('sha256').update(`${seed}/${job}`).digest('hex').slice(0, 15);
    let own = 1 + Number(BigInt(`0x${text}`) % BigInt(SEED_MAX));
    // Two workers of one seed would make the same events twice.
    while (seeds.includes(own)) own = own === SEED_MAX ? 1 : own + 1;
    seeds.push(own);
  }
  return seeds;
}

/** How many events each worker makes. */
export const sharesOf = (events: number, jobs: number): number[] =>
  Array.from({ length: jobs }, (_, job) => Math.floor(events / jobs) + (job < events % jobs ? 1 : 0));

/** What one worker reports of its events. */
export type WorkerStatistics = {
  readonly accepted: number;
  readonly tried: number;
  readonly failed: number;
  readonly sigma_gen_mb: number;
  readonly sigma_err_mb: number;
};

/** Of all workers together: cross sections weighted by the events that were tried. */
export function merged(parts: readonly WorkerStatistics[]): WorkerStatistics {
  const sum = (value: (part: WorkerStatistics) => number): number =>
    parts.reduce((all, part) => all + value(part), 0);
  const tried = sum((part) => part.tried);
  const share = (part: WorkerStatistics): number => (tried === 0 ? 0 : part.tried / tried);
  return {
    accepted: sum((part) => part.accepted),
    tried,
    failed: sum((part) => part.failed),
    sigma_gen_mb: sum((part) => share(part) * part.sigma_gen_mb),
    sigma_err_mb: Math.sqrt(sum((part) => (share(part) * part.sigma_err_mb) ** 2)),
  };
}

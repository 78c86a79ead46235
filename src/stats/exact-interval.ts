import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';

/** Closed interval on [0, 1]. */
export type Interval = { readonly low: number; readonly high: number };

/** Exact (Clopper-Pearson) interval of a binomial rate: covers the true rate with at least the stated confidence.
 * @param wins integer, 0 <= wins <= n
 * @param n trials, integer >= 1
 * @param confidence in (0, 1); default 0.95
 * @throws RangeError outside these ranges
 * @see Clopper and Pearson 1934, doi:10.1093/biomet/26.4.404 */
export function exactInterval(wins: number, n: number, confidence = 0.95): Interval {
  if (!Number.isInteger(n) || n < 1 || !Number.isInteger(wins) || wins < 0 || wins > n)
    throw new RangeError(`no binomial count: ${wins} of ${n}`);
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`no confidence level: ${confidence}`);
  const tail = (1 - confidence) / 2;
  return {
    low: wins === 0 ? 0 : betaQuantile(tail, wins, n - wins + 1),
    high: wins === n ? 1 : betaQuantile(1 - tail, wins + 1, n - wins),
  };
}

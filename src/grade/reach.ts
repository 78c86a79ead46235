import { type Rational, rational, sumOf } from '../kernel/index.ts';

/** What reach is computed from. */
export type ScoredStage = {
  readonly weight: Rational;
  /** In [0, 1]. */
  readonly credit: Rational;
  readonly passed: boolean;
  readonly gate: boolean;
};

/** The weighted, gated score in [0, 1]: (1/W) sum_m w_m c_m prod_{q < m, q a gate} S_q, with W the sum of the weights and
 * S_q the verdict, not the credit, of an earlier gate. Every number about reach comes from here.
 * @throws RangeError when no stage has a weight */
export function reachOf(stages: readonly ScoredStage[]): Rational {
  const whole = sumOf(stages.map((stage) => stage.weight));
  if (whole.equals(0)) throw new RangeError('no stage has a weight');
  const open = openStages(stages);
  return sumOf(stages.flatMap((stage, m) => (open[m] === true ? [stage.weight.mul(stage.credit)] : []))).div(
    whole,
  );
}

/** For each stage, whether every gate before it passed. */
export function openStages(stages: readonly Pick<ScoredStage, 'passed' | 'gate'>[]): boolean[] {
  let open = true;
  return stages.map((stage) => {
    const now = open;
    if (stage.gate && !stage.passed) open = false;
    return now;
  });
}

/** Credit of a stage from its checks: weighted by their weights, or the plain mean when none has any. */
export function creditOf(checks: readonly { weight: Rational; credit: Rational }[]): Rational {
  const whole = sumOf(checks.map((check) => check.weight));
  return whole.equals(0)
    ? sumOf(checks.map((check) => check.credit)).div(rational(checks.length))
    : sumOf(checks.map((check) => check.weight.mul(check.credit))).div(whole);
}

import { type Rational, rational, sumOf } from '../kernel/index.ts';

/** Exact arithmetic mean.
 * @returns undefined for no values: a mean of nothing is not zero */
export const meanOf = (values: readonly Rational[]): Rational | undefined =>
  values.length === 0 ? undefined : sumOf(values).div(rational(values.length));

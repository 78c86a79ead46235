import { rational } from 'toolbase/toolkit';
import type { Externals } from '../declaration/particles.ts';
import { fault } from '../declaration/fault.ts';
import { operatorOf } from './identical.ts';

/** An exact positive number. */
export type Factor = { readonly numerator: bigint; readonly denominator: bigint };

export const factorText = ({ numerator, denominator }: Factor): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;

export const factorValue = ({ numerator, denominator }: Factor): number =>
  Number(numerator) / Number(denominator);

/** 1/(2 s + 1) for the decaying particle. */
export const spinAverage = ({ parent }: Externals): Factor => ({
  numerator: 1n,
  denominator: { '0': 1n, '1/2': 2n, '1': 3n }[parent.spin],
});

/** 1/2 for two products of the same kind. */
export function symmetryFactor({ products: [first, second] }: Externals): Factor {
  const same = first.field === second.field && operatorOf(first) === operatorOf(second);
  return { numerator: 1n, denominator: same ? 2n : 1n };
}

const LARGEST_DENOMINATOR = 1000;
const SMALLEST = 1e-6;

/** A factor given as a number: the simple ratio it rounds, such as 1/3, or the decimal itself.
 * @throws ToolbaseError BAD_ARGUMENTS */
export function readFactor(field: string, value: number, largest: number): Factor {
  if (!(value >= SMALLEST && value <= largest))
    throw fault(
      field,
      `${value} is not a factor`,
      `Give a number between ${SMALLEST} and ${largest}${largest === 1 ? ', such as 0.5 for 1/2' : ''}.`,
    );
  for (let denominator = 1; denominator <= LARGEST_DENOMINATOR; denominator++) {
    const numerator = Math.round(value * denominator);
    if (Math.abs(numerator / denominator - value) <= 2 ** -52 * value)
      return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
  }
  const { n, d } = rational(value);
  return { numerator: n, denominator: d };
}

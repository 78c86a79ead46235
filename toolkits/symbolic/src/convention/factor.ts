import { rational } from 'toolbase/toolkit';
import { fault } from '../declaration/fault.ts';

/** An exact positive number. */
export type Factor = { readonly numerator: bigint; readonly denominator: bigint };

export const factorText = ({ numerator, denominator }: Factor): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;

export const factorValue = ({ numerator, denominator }: Factor): number =>
  Number(numerator) / Number(denominator);

/** What multiplies the spin-summed square and the phase space of a process. */
export type Factors = {
  readonly spinAverage: Factor;
  readonly symmetryFactor: Factor;
  readonly multiplicity: Factor;
};

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

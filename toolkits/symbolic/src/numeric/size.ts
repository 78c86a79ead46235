import { rational } from 'toolbase/toolkit';
import { type Exact, fromRational, minus, plus, toDouble } from '../arithmetic/exact.ts';
import type { Quantity } from '../declaration/quantity.ts';

/** A real number as a double and, where it is known, as it was written: the double of 0.2 is not 2/10, which shows in small
 * differences. */
export type Size = { readonly value: number; readonly exact: Exact | undefined };

/** A number of a caller, who means its decimals. @param value finite */
export const sizeOf = (value: number): Size => ({ value, exact: fromRational(rational(value)) });

/** A real quantity, 0 when it has no value. */
export const sizeOfQuantity = ({ value, exact }: Quantity): Size => ({ value: value?.re ?? 0, exact });

/** From this share of the numbers on, a difference of doubles is good to the last digits. */
const CANCELS = 0.1;

/** a - b rounded once where they are close to each other. */
export function difference(a: Size, b: Size): number {
  const rough = a.value - b.value;
  if (a.exact === undefined || b.exact === undefined) return rough;
  if (Math.abs(rough) > CANCELS * Math.max(Math.abs(a.value), Math.abs(b.value))) return rough;
  return toDouble(plus(a.exact, minus(b.exact)));
}

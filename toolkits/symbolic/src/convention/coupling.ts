import type { Complex } from 'toolbase/toolkit';
import { couplingPolynomial, type PolynomialContext } from '../algebra/coupling-polynomial.ts';
import { constant, multiply, type Polynomial, sum } from '../algebra/polynomial.ts';
import type { Quantity } from '../declaration/quantity.ts';

/** Coefficient of one structure: a weighted sum of declared couplings and their conjugates. */
export type Coupling = readonly Share[];
export type Share = {
  /** A multiple of one quarter. */
  readonly weight: number;
  readonly conjugated: boolean;
  readonly quantity: Quantity;
};

export const share = (weight: number, quantity: Quantity): Coupling => [
  { weight, conjugated: false, quantity },
];

export const weighted = (coupling: Coupling, factor: number): Coupling =>
  factor === 0 ? [] : coupling.map((part) => ({ ...part, weight: part.weight * factor }));

export const conjugated = (coupling: Coupling): Coupling =>
  coupling.map((part) => ({ ...part, conjugated: !part.conjugated }));

/** Undefined when a name has no value. */
export function couplingValue(coupling: Coupling): Complex | undefined {
  let total: Complex = { re: 0, im: 0 };
  for (const { weight, conjugated: turned, quantity } of coupling) {
    const { value } = quantity;
    if (value === undefined) return undefined;
    total = {
      re: total.re + weight * value.re,
      im: total.im + (turned ? -weight : weight) * value.im,
    };
  }
  return total;
}

export const couplingForm = (coupling: Coupling, context: PolynomialContext): Polynomial =>
  sum(
    coupling.map(({ weight, conjugated: turned, quantity }) => {
      const form = couplingPolynomial(quantity.expression, context);
      return multiply(constant(BigInt(4 * weight), 4n), turned ? context.generators.conjugate(form) : form);
    }),
  );

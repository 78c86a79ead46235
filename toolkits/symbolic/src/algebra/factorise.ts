import { exactQuotient, primitivePart } from './divide.ts';
import { generatorPower, type Monomial, monomialProduct, type Polynomial } from './polynomial.ts';
import type { ThresholdForm } from './threshold-forms.ts';

/** numerator/denominator * monomial * M**parentPower * product of threshold forms * rest. */
export type Factorised = {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly monomial: Monomial;
  /** Index of the generator M, the decaying mass. */
  readonly parent: number;
  readonly parentPower: number;
  /** Power of each threshold form, in halves. */
  readonly halves: readonly number[];
  /** What none of them divides, without common factor; undefined when that is 1. */
  readonly rest: Polynomial | undefined;
};

/** Takes content, powers of single generators and threshold forms out of a polynomial.
 * @param p not zero   @param parent index of the decaying mass */
export function factorised(p: Polynomial, forms: readonly ThresholdForm[], parent: number): Factorised {
  const { numerator, denominator, monomial, primitive } = primitivePart(p);
  let rest = primitive;
  const halves = forms.map(({ polynomial }) => {
    for (let count = 0; ; count += 2) {
      const quotient = exactQuotient(rest, polynomial, parent);
      if (quotient === undefined) return count;
      rest = quotient;
    }
  });
  const [only] = rest.terms.values();
  const isSign = only !== undefined && rest.terms.size === 1;
  return {
    numerator: isSign ? numerator * only.coefficient : numerator,
    denominator,
    monomial,
    parent,
    parentPower: 0,
    halves,
    rest: isSign ? undefined : rest,
  };
}

/** Index of the generator that a mass is. */
export const indexOf = (mass: Polynomial): number =>
  Math.max(...[...mass.terms.values()].map(({ monomial }) => monomial.length)) - 1;

export function wholeMonomial({ monomial, parent, parentPower }: Factorised): Monomial {
  const [term] = generatorPower(parent, parentPower).terms.values();
  return monomialProduct(monomial, term?.monomial ?? []);
}

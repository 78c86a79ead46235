import type { Expression } from 'toolbase/toolkit';
import { integer, type Piece, productOf, sumOf } from './build-expression.ts';
import { exactQuotient } from './divide.ts';
import { add, isZero, multiply, type Polynomial, scale } from './polynomial.ts';
import { leadingSign, sortedTerms } from './polynomial-expression.ts';

/** A mass as polynomial and as it is written. */
export type MassForm = { readonly m: Polynomial; readonly expression: Expression };
type LinearForm = { readonly polynomial: Polynomial; readonly expression: Expression };

/** The invariant s, and the sums of s and squared masses that are looked for in polynomials. */
export type FormsInS = {
  readonly name: string;
  readonly index: number;
  readonly forms: readonly LinearForm[];
};

/** A longer polynomial is not searched for factors. */
const MAX_TERMS = 200;
/** The multiples of a squared mass that occur in phase space and in traces. */
const MULTIPLES = [-4n, -1n, 2n, -2n, 1n, 4n];

const squared = (base: Expression): Expression => ({ kind: 'power', base, exponent: integer(2n) });

/** s - 4 m**2, s - m**2, s + 2 m**2 and the like for each mass, s - (m1 + m2)**2 and s - (m1 - m2)**2 for each pair.
 * @param s of index `index`   @param pairs the incoming and the outgoing masses */
export function formsInS(
  s: { readonly m: Polynomial; readonly name: string; readonly index: number },
  pairs: readonly (readonly [MassForm, MassForm])[],
): FormsInS {
  const forms = new Map<string, LinearForm>();
  const addForm = (negative: boolean, polynomial: Polynomial, value: Expression): void => {
    const expression = sumOf([
      { negative: false, value: { kind: 'name', name: s.name } },
      { negative, value },
    ]);
    const form = { polynomial: add(s.m, polynomial), expression };
    if (form.polynomial.denominator === 1n) forms.set(JSON.stringify(expression), form);
  };
  for (const { m, expression } of pairs.flat()) {
    if (isZero(m)) continue;
    for (const multiple of MULTIPLES) {
      const size = multiple < 0n ? -multiple : multiple;
      const value = productOf([...(size === 1n ? [] : [integer(size)]), squared(expression)]);
      addForm(multiple < 0n, scale(multiply(m, m), multiple), value);
    }
  }
  for (const [one, two] of pairs) {
    if (isZero(one.m) || isZero(two.m)) continue;
    for (const negative of [false, true]) {
      const combined = add(one.m, negative ? scale(two.m, -1n) : two.m);
      if (isZero(combined)) continue;
      const value = sumOf([
        { negative: false, value: one.expression },
        { negative, value: two.expression },
      ]);
      addForm(true, scale(multiply(combined, combined), -1n), squared(value));
    }
  }
  return { name: s.name, index: s.index, forms: [...forms.values()] };
}

/** Divides by the forms as often as they go.
 * @param p integer coefficients, no exponent below 0 */
export function withoutForms(
  p: Polynomial,
  inS: FormsInS | undefined,
): { readonly pieces: readonly Piece[]; readonly rest: Polynomial } {
  let rest = p;
  const pieces: Piece[] = [];
  if (inS === undefined || p.terms.size > MAX_TERMS) return { pieces, rest };
  const { forms, index } = inS;
  for (const { polynomial, expression } of forms) {
    let count = 0;
    while (hasPower(rest, index)) {
      const quotient = exactQuotient(rest, polynomial, index);
      if (quotient === undefined) break;
      rest = quotient;
      count++;
    }
    if (count > 0) pieces.push({ base: expression, halves: 2 * count });
  }
  return { pieces, rest };
}

const hasPower = ({ terms }: Polynomial, index: number): boolean =>
  [...terms.values()].some(({ monomial }) => (monomial[index] ?? 0) > 0);

/** Sign of the highest power of s, so that what is positive far above threshold is written so. */
export function signAtLargeS(p: Polynomial, inS: FormsInS | undefined): bigint {
  if (inS === undefined) return leadingSign(p);
  const [first] = sortedTerms(p, inS.index);
  return (first?.coefficient ?? 1n) < 0n ? -1n : 1n;
}

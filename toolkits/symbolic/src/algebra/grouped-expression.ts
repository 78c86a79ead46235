import type { Expression } from 'toolbase/toolkit';
import { productOf, quotient, raised, type SignedExpression, sumOf } from './build-expression.ts';
import { primitivePart } from './divide.ts';
import { type FormsInS, signAtLargeS, withoutForms } from './factors-in-s.ts';
import type { Generators } from './generators.ts';
import {
  type Monomial,
  monomialProduct,
  ONE,
  equal,
  type Polynomial,
  type PolynomialTerm,
  polynomial,
  scale,
} from './polynomial.ts';
import {
  leadingSign,
  monomialPieces,
  plainSum,
  sortedTerms,
  termExpression,
} from './polynomial-expression.ts';
import { squareRoot } from './square-root.ts';

/** Couplings that multiply the same polynomial in the masses. */
type Group = { readonly masses: Polynomial; readonly couplings: PolynomialTerm[] };

/** A polynomial with integer coefficients as a sum, grouped by its polynomials in the masses:
 * (yL**2 + yR**2)*(mS**2 - m1**2 - m2**2) - 4*yL*yR*m1*m2. */
export function groupedExpression(p: Polynomial, generators: Generators, inS?: FormsInS): Expression {
  const groups = new Map<string, Group>();
  for (const { couplings, masses } of byCouplings(p, generators)) {
    const { factor, unit } = unitPart(masses, signAtLargeS(masses, inS));
    const key = sortedTerms(unit)
      .map(({ monomial, coefficient }) => `${coefficient}:${monomial.join()}`)
      .join(';');
    const group = groups.get(key) ?? { masses: unit, couplings: [] };
    group.couplings.push({ monomial: couplings, coefficient: factor });
    groups.set(key, group);
  }
  return sumOf([...groups.values()].flatMap((group) => groupTerms(group, generators, inS)));
}

/** The polynomials in the masses, by the monomial of everything else. */
function byCouplings(p: Polynomial, generators: Generators): { couplings: Monomial; masses: Polynomial }[] {
  const found = new Map<string, { couplings: Monomial; terms: PolynomialTerm[] }>();
  for (const term of p.terms.values()) {
    const { masses, rest } = generators.split(term);
    const group = found.get(rest.join()) ?? { couplings: rest, terms: [] };
    group.terms.push({ monomial: masses, coefficient: term.coefficient });
    found.set(rest.join(), group);
  }
  return [...found.values()].map(({ couplings, terms }) => ({ couplings, masses: polynomial(terms) }));
}

/** p = factor * unit: the unit has integer coefficients without common factor, the leading one positive by its sign. */
function unitPart(p: Polynomial, sign: bigint): { factor: bigint; unit: Polynomial } {
  const factor = primitivePart(p).numerator * sign;
  return { factor, unit: scale(p, factor < 0n ? -1n : 1n, factor < 0n ? -factor : factor) };
}

function groupTerms(
  { masses, couplings }: Group,
  generators: Generators,
  inS: FormsInS | undefined,
): SignedExpression[] {
  const sum = polynomial(couplings);
  if (masses.terms.size === 1 || equal(sum, ONE)) return multipliedOut(masses, couplings, generators, inS);
  const { factor, unit } = unitPart(sum, leadingSign(sum));
  const { monomial, primitive } = primitivePart(unit);
  const outer = quotient(factor < 0n ? -factor : factor, 1n, monomialPieces(monomial, generators));
  const factors = [outer, plainSum(primitive, generators), ...massFactors(masses, generators, inS)];
  return [{ negative: factor < 0n, value: productOf(factors.filter((part) => !isOne(part))) }];
}

/** The powers that all terms share, the sums of s and masses that divide them, and what is left. */
function massFactors(masses: Polynomial, generators: Generators, inS: FormsInS | undefined): Expression[] {
  if (inS === undefined) return [plainSum(masses, generators)];
  const { monomial, primitive } = primitivePart(masses);
  const { pieces, rest } = withoutForms(primitive, inS);
  const root = squareRoot(rest);
  const unsigned = root ?? rest;
  const base = plainSum(scale(unsigned, signAtLargeS(unsigned, inS)), generators, inS.index);
  const all = [
    ...monomialPieces(monomial, generators),
    ...pieces,
    { base, halves: root === undefined ? 2 : 4 },
  ];
  return all.map(raised);
}

const multipliedOut = (
  masses: Polynomial,
  couplings: readonly PolynomialTerm[],
  generators: Generators,
  inS: FormsInS | undefined,
): SignedExpression[] =>
  sortedTerms(masses, inS?.index).flatMap((mass) =>
    couplings.map((coupling) =>
      termExpression(
        {
          monomial: monomialProduct(coupling.monomial, mass.monomial),
          coefficient: mass.coefficient * coupling.coefficient,
        },
        generators,
      ),
    ),
  );

const isOne = (value: Expression): boolean => value.kind === 'number' && value.text === '1';

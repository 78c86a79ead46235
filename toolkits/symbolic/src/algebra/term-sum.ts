import { type Expression, toSympy } from 'toolbase/toolkit';
import type { Factor } from '../convention/factor.ts';
import { type Piece, signedTerms, sumOf } from './build-expression.ts';
import { collected, keyOf } from './collected.ts';
import { overOneDenominator } from './common-denominator.ts';
import { add, generatorPower, isZero, multiply, type Polynomial, scale } from './polynomial.ts';
import { signAtLargeS } from './factors-in-s.ts';
import { product, type Ratio, ratio, written } from './ratio.ts';
import { polynomialRatio, type Writing } from './square-expression.ts';

/** A term of an integral: a polynomial times powers (its denominators) times a function of t_min and t_max. */
export type IntegralTerm = {
  readonly coefficient: Polynomial;
  readonly pieces: readonly Piece[];
  /** Undefined for 1. */
  readonly integral: Expression | undefined;
};

/** Longer sums are written as they came: nobody reads them. */
const MAX_TERMS = 600;

const ONE: Factor = { numerator: 1n, denominator: 1n };

/** A factor times a sum of terms as one fraction: the shortest of the terms as they came, with equal ones added up, and
 * sorted by their functions of t_min and t_max with coefficients over one denominator where that is shorter. */
export function termSum(front: Ratio, terms: readonly IntegralTerm[], writing: Writing): Expression {
  const size = terms.reduce((total, { coefficient }) => total + coefficient.terms.size, 0);
  if (size > MAX_TERMS) return sumOf([written(product(termByTerm(terms, writing), front))]);
  const lists = [
    equalTermsAdded(terms.map((term) => inPowersOfS(term, writing))),
    equalTermsAdded(terms),
    terms,
  ];
  const candidates = lists.flatMap((list) => [byIntegral(list, writing), termByTerm(list, writing)]);
  const expressions = candidates.map((sum) => sumOf([written(product(sum, front))]));
  const lengths = expressions.map((expression) => toSympy(expression).length);
  return expressions[lengths.indexOf(Math.min(...lengths))] ?? sumOf([]);
}

/** Powers of s among the denominators as powers in the polynomial. */
function inPowersOfS(term: IntegralTerm, { inS }: Writing): IntegralTerm {
  if (inS === undefined) return term;
  const isPower = ({ base, halves }: Piece) =>
    base.kind === 'name' && base.name === inS.name && halves % 2 === 0;
  const exponent = term.pieces.filter(isPower).reduce((sum, { halves }) => sum + halves / 2, 0);
  return {
    ...term,
    coefficient: multiply(term.coefficient, generatorPower(inS.index, exponent)),
    pieces: term.pieces.filter((piece) => !isPower(piece)),
  };
}

/** Coefficients of terms with the same denominators and the same function. */
function equalTermsAdded(terms: readonly IntegralTerm[]): IntegralTerm[] {
  const found = new Map<string, IntegralTerm>();
  for (const term of terms) {
    const key = `${keyOf(term.pieces)} ${integralKey(term)}`;
    const before = found.get(key)?.coefficient;
    const coefficient = before === undefined ? term.coefficient : add(before, term.coefficient);
    found.set(key, { ...term, coefficient });
  }
  return [...found.values()].filter(({ coefficient }) => !isZero(coefficient));
}

const integralKey = ({ integral }: IntegralTerm): string => (integral === undefined ? '' : toSympy(integral));

const termByTerm = (terms: readonly IntegralTerm[], writing: Writing): Ratio =>
  collected(
    terms.map(({ coefficient, pieces, integral }) => {
      const all = integral === undefined ? pieces : [...pieces, { base: integral, halves: 2 }];
      return polynomialRatio(coefficient, ONE, all, writing);
    }),
  );

type Group = { readonly terms: IntegralTerm[]; readonly integral: Expression | undefined };

/** Terms sorted by their functions, and functions with the same coefficients, but for the sign, put together. */
function byIntegral(terms: readonly IntegralTerm[], writing: Writing): Ratio {
  const groups = new Map<string, Group>();
  for (const term of terms) {
    const key = integralKey(term);
    const group = groups.get(key) ?? { terms: [], integral: term.integral };
    group.terms.push({ ...term, integral: undefined });
    groups.set(key, group);
  }
  return collected(
    withEqualCoefficients([...groups.values()], writing).map(({ terms: own, integral }) =>
      product(
        coefficientOf(own, writing),
        ratio(1n, 1n, integral === undefined ? [] : [{ base: integral, halves: 2 }]),
      ),
    ),
  );
}

/** The shorter of a sum of fractions and one fraction. */
function coefficientOf(terms: readonly IntegralTerm[], writing: Writing): Ratio {
  const plain = termByTerm(terms, writing);
  const single = terms.length > 1 ? overOneDenominator(terms, writing.generators) : undefined;
  if (single === undefined) return plain;
  const one = polynomialRatio(single.coefficient, ONE, single.pieces, writing);
  return lengthOf(one) < lengthOf(plain) ? one : plain;
}

const lengthOf = (value: Ratio): number => toSympy(sumOf([written(value)])).length;

function withEqualCoefficients(groups: readonly Group[], writing: Writing): Group[] {
  const found = new Map<string, { group: Group; sign: bigint }[]>();
  for (const group of groups) {
    const sign = signOf(group.terms, writing);
    const key = group.integral === undefined ? '' : coefficientsKey(group.terms, sign);
    found.set(key, [...(found.get(key) ?? []), { group, sign }]);
  }
  return [...found.values()].map((equal) => {
    const [first] = equal;
    // A difference of functions is written so that its coefficient is positive at large s.
    const turned = equal.some(({ sign }) => sign !== first?.sign) ? 1n : (first?.sign ?? 1n);
    const signed = equal.flatMap(({ group: { integral }, sign }) =>
      integral === undefined ? [] : signedTerms(integral, sign !== turned),
    );
    const factor = first?.sign === turned ? 1n : -1n;
    const terms = (first?.group.terms ?? []).map((term) => ({
      ...term,
      coefficient: scale(term.coefficient, factor),
    }));
    return { terms, integral: signed.length === 0 ? undefined : sumOf(signed) };
  });
}

const signOf = (terms: readonly IntegralTerm[], { inS }: Writing): bigint => {
  const [first] = terms.toSorted((a, b) => (keyOf(a.pieces) < keyOf(b.pieces) ? -1 : 1));
  return first === undefined ? 1n : signAtLargeS(first.coefficient, inS);
};

const coefficientsKey = (terms: readonly IntegralTerm[], sign: bigint): string =>
  terms
    .map(({ coefficient, pieces }) => {
      const { terms: parts, denominator } = scale(coefficient, sign);
      const monomials = [...parts].map(([monomial, { coefficient: size }]) => `${size}*${monomial}`).sort();
      return `${keyOf(pieces)}: ${monomials.join(' ')} / ${denominator}`;
    })
    .sort()
    .join('; ');

import type { Expression } from 'toolbase/toolkit';
import type { Piece } from './build-expression.ts';
import type { Generators } from './generators.ts';
import { add, constant, multiply, ONE, type Polynomial, scale, ZERO } from './polynomial.ts';
import { merged } from './ratio.ts';

/** A polynomial over powers of sums. */
export type Quotient = { readonly coefficient: Polynomial; readonly pieces: readonly Piece[] };

/** Longer numerators are not multiplied out. */
const MAX_TERMS = 120;

/** A sum over one denominator; undefined where that would be long, or a denominator is no polynomial. */
export function overOneDenominator(terms: readonly Quotient[], generators: Generators): Quotient | undefined {
  const denominators = terms.map(({ pieces }) => powersBelow(pieces, generators));
  const all = new Map<string, Below>();
  for (const powers of denominators) {
    if (powers === undefined) return undefined;
    for (const [text, below] of powers) if (below.power > (all.get(text)?.power ?? 0)) all.set(text, below);
  }
  let coefficient = ZERO;
  for (const [index, term] of terms.entries()) {
    let numerator = term.coefficient;
    for (const [text, { polynomial, power: highest }] of all) {
      const missing = highest - (denominators[index]?.get(text)?.power ?? 0);
      for (let count = 0; count < missing; count++) {
        if (numerator.terms.size * polynomial.terms.size > MAX_TERMS) return undefined;
        numerator = multiply(numerator, polynomial);
      }
    }
    coefficient = add(coefficient, numerator);
  }
  const pieces = [...all.values()].map(({ base, power: highest }) => ({ base, halves: -2 * highest }));
  return { coefficient, pieces };
}

type Below = { readonly base: Expression; readonly polynomial: Polynomial; readonly power: number };

function powersBelow(pieces: readonly Piece[], generators: Generators): Map<string, Below> | undefined {
  const found = new Map<string, Below>();
  for (const { base, halves } of merged(pieces)) {
    const polynomial = halves < 0 && halves % 2 === 0 ? polynomialOf(base, generators) : undefined;
    if (polynomial === undefined) return undefined;
    found.set(JSON.stringify(base), { base, polynomial, power: -halves / 2 });
  }
  return found;
}

/** Sums, products and small powers of generators and integers. */
function polynomialOf(expression: Expression, generators: Generators): Polynomial | undefined {
  const known = generators.known(expression);
  if (known !== undefined) return known;
  const { kind } = expression;
  if (kind === 'number') return /^\d$/.test(expression.text) ? constant(BigInt(expression.text)) : undefined;
  if (kind === 'sum') {
    const terms = expression.terms.map(({ sign, value }) => {
      const term = polynomialOf(value, generators);
      return term === undefined || sign === '+' ? term : scale(term, -1n);
    });
    return combined(terms, ZERO, add);
  }
  if (kind === 'product') {
    const isProduct = expression.factors.every(({ sign }) => sign === '*');
    const factors = expression.factors.map(({ value }) => polynomialOf(value, generators));
    return isProduct ? combined(factors, ONE, multiply) : undefined;
  }
  if (kind !== 'power' || expression.exponent.kind !== 'number') return undefined;
  if (!/^[1-8]$/.test(expression.exponent.text)) return undefined;
  const base = polynomialOf(expression.base, generators);
  return combined(
    new Array<Polynomial | undefined>(Number(expression.exponent.text)).fill(base),
    ONE,
    multiply,
  );
}

function combined(
  parts: readonly (Polynomial | undefined)[],
  start: Polynomial,
  step: (total: Polynomial, part: Polynomial) => Polynomial,
): Polynomial | undefined {
  let total = start;
  for (const part of parts) {
    if (part === undefined) return undefined;
    total = step(total, part);
    if (total.terms.size > MAX_TERMS) return undefined;
  }
  return total;
}

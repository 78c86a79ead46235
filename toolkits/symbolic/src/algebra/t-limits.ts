import { type Expression, type Rational, rational } from 'toolbase/toolkit';
import type { Particle } from '../declaration/particles.ts';
import { integer, type Piece, productOf, sumOf } from './build-expression.ts';
import { collected, termsOf } from './collected.ts';
import { type FormsInS, formsInS, type MassForm } from './factors-in-s.ts';
import { indexOf } from './factorise.ts';
import type { Generators } from './generators.ts';
import { type Invariants, massPolynomial } from './invariants.ts';
import { add, equal, generatorPower, isZero, multiply, type Polynomial, scale } from './polynomial.ts';
import { product, type Ratio, ratio } from './ratio.ts';
import { polynomialRatio, type Writing } from './square-expression.ts';

/** Range of cos(theta), undefined for all of it. */
export type CosRange = { readonly min: Rational; readonly max: Rational };

export type LimitsInput = {
  readonly externals: readonly Particle[];
  readonly invariants: Invariants;
  /** Name of s in formulas. */
  readonly s: string;
  readonly generators: Generators;
  readonly range: CosRange | undefined;
};

/** The range of t: t = A + B cos(theta). */
export type Limits = {
  readonly A: Polynomial;
  readonly squareB: Polynomial;
  /** Pieces of 1/lambda_in and of sqrt(lambda_out/lambda_in). */
  readonly flux: readonly Piece[];
  readonly ratio: readonly Piece[];
  readonly limit: (which: 'min' | 'max') => Expression;
  readonly writing: Writing;
};

const ONE_TO_ONE = { numerator: 1n, denominator: 1n };
const minus = (p: Polynomial): Polynomial => scale(p, -1n);

export function limits({ externals, invariants, s: name, generators, range }: LimitsInput): Limits {
  const { s } = mandelstamOf(invariants);
  const [a, b, c, d] = externals.map((particle) => massForm(particle, generators));
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new RangeError('four particles');
  const overS = generatorPower(indexOf(s), -1);
  const energies = multiply(difference(s, a, b), difference(s, c, d));
  const A = add(add(square(a), square(c)), scale(multiply(energies, overS), -1n, 2n));
  const lambdas = multiply(lambda(s, a, b), lambda(s, c, d));
  const squareB = scale(multiply(lambdas, multiply(overS, overS)), 1n, 4n);
  const [piecesIn, piecesOut] = [lambdaPieces(a, b, name), lambdaPieces(c, d, name)];
  const root = [
    ...halved(piecesIn, 1),
    ...halved(piecesOut, 1),
    { base: { kind: 'name', name } as const, halves: -2 },
  ];
  const writing = writingOf(externals, invariants, name, generators);
  // A = -B here, since A is negative at large s: t = -B (1 - cos(theta)).
  const fromForward = equal(multiply(A, A), squareB);
  const limit = (which: 'min' | 'max'): Expression => {
    const cos = range?.[which] ?? rational(which === 'min' ? -1 : 1);
    const share = fromForward ? cos.sub(1) : cos;
    const half = product(shareRatio(share), ratio(1n, 2n, share.equals(0) ? [] : root));
    const center = polynomialRatio(A, ONE_TO_ONE, [], { generators, inS: undefined });
    return sumOf(termsOf(collected(fromForward ? [half] : [center, half])));
  };
  return {
    A,
    squareB,
    flux: halved(piecesIn, -2),
    ratio: [...halved(piecesOut, 1), ...halved(piecesIn, -1)],
    limit,
    writing,
  };
}

/** Digits of a number that is written as part of a fraction; longer ones stay numbers of their own. */
const MAX_DIGITS = 12;

function shareRatio({ s, n, d }: Rational): Ratio {
  if (`${n}`.length <= MAX_DIGITS && `${d}`.length <= MAX_DIGITS) return ratio(s * n, d, []);
  const base: Expression = { kind: 'rational', numerator: `${n}`, denominator: `${d}` };
  return ratio(s, 1n, [{ base, halves: 2 }]);
}

const massForm = ({ mass }: Particle, generators: Generators): MassForm => ({
  m: massPolynomial(mass, generators),
  expression: mass.expression,
});

function mandelstamOf({ mandelstam }: Invariants): { s: Polynomial } {
  if (mandelstam === undefined) throw new RangeError('a decay has no t');
  return mandelstam;
}

/** Polynomials of a collision are written in factors of s and its masses. */
export function writingOf(
  externals: readonly Particle[],
  { mandelstam }: Invariants,
  name: string,
  generators: Generators,
): Writing {
  const [a, b, c, d] = externals.map((particle) => massForm(particle, generators));
  if (mandelstam === undefined || a === undefined || b === undefined || c === undefined || d === undefined)
    return { generators, inS: undefined };
  const { s } = mandelstam;
  const pairs: [MassForm, MassForm][] = [
    [a, b],
    [c, d],
  ];
  const inS: FormsInS = formsInS({ m: s, name, index: indexOf(s) }, pairs);
  return { generators, inS };
}

const square = ({ m }: MassForm): Polynomial => multiply(m, m);

/** s + m1**2 - m2**2 */
const difference = (s: Polynomial, one: MassForm, two: MassForm): Polynomial =>
  add(s, add(square(one), minus(square(two))));

function lambda(s: Polynomial, one: MassForm, two: MassForm): Polynomial {
  const rest = add(s, minus(add(square(one), square(two))));
  return add(multiply(rest, rest), scale(multiply(square(one), square(two)), -4n));
}

const halved = (pieces: readonly Piece[], halves: number): Piece[] =>
  pieces.map((piece) => ({ ...piece, halves: (piece.halves * halves) / 2 }));

/** lambda(s, m1^2, m2^2) in factors, shorter where masses are 0 or equal. */
function lambdaPieces(first: MassForm, second: MassForm, name: string): Piece[] {
  const s: Expression = { kind: 'name', name };
  const squared = (base: Expression): Expression => ({ kind: 'power', base, exponent: integer(2n) });
  const below = (value: Expression) =>
    sumOf([
      { negative: false, value: s },
      { negative: true, value },
    ]);
  const [one, two] = [isZero(first.m), isZero(second.m)];
  if (one && two) return [{ base: s, halves: 4 }];
  if (one || two) return [{ base: below(squared((one ? second : first).expression)), halves: 4 }];
  if (equal(first.m, second.m))
    return [
      { base: s, halves: 2 },
      { base: below(productOf([integer(4n), squared(first.expression)])), halves: 2 },
    ];
  const combined = (negative: boolean) =>
    sumOf([
      { negative: false, value: first.expression },
      { negative, value: second.expression },
    ]);
  return [
    { base: below(squared(combined(false))), halves: 2 },
    { base: below(squared(combined(true))), halves: 2 },
  ];
}

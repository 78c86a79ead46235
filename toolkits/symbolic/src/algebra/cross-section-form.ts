import { type Expression, toSympy } from 'toolbase/toolkit';
import type { Factor } from '../convention/factor.ts';
import type { Particle } from '../declaration/particles.ts';
import {
  integer,
  PI,
  type Piece,
  productOf,
  quotient,
  raised,
  type SignedExpression,
  sumOf,
} from './build-expression.ts';
import { indexOf } from './factorise.ts';
import type { Generators } from './generators.ts';
import { type PartialFractions, partialFractions, meanPowers, type Pole } from './integrate-t.ts';
import { massPolynomial } from './invariants.ts';
import { add, equal, generatorPower, isZero, multiply, type Polynomial, scale } from './polynomial.ts';
import { denominatorPieces, type InvariantNames, merged, polynomialQuotient } from './square-expression.ts';
import type { SquareForm, SquareTerm } from './square-form.ts';

export type Definition = { readonly name: string; readonly value: Expression };
/** A cross section in closed form; names in it that stand for longer terms are defined beside it. */
export type CrossSectionForm = { readonly value: Expression; readonly definitions: readonly Definition[] };

export type CrossSectionInput = {
  readonly form: SquareForm;
  readonly externals: readonly Particle[];
  /** Spin average, multiplicity and identical particles together. */
  readonly factor: Factor;
  readonly names: InvariantNames & { readonly tMin: string; readonly tMax: string };
  readonly generators: Generators;
  /** Range of cos(theta), undefined for all of it. */
  readonly range: { readonly min: Expression; readonly max: Expression } | undefined;
};

/** Integral of the squared amplitude over t, with the flux: 1/(16 pi lambda(s, ma^2, mb^2)). */
export function crossSectionForm(input: CrossSectionInput): CrossSectionForm {
  const { form, factor, names, generators, range } = input;
  const kinematics = limits(input);
  const parts = form.terms.map((term) => ({ term, fractions: partialFractions(term, form.invariants) }));
  const hasPoles = parts.some(({ fractions: { simple, double } }) =>
    [...simple, ...double].some(({ coefficient }) => !isZero(coefficient)),
  );
  const fourth = { numerator: factor.numerator, denominator: 16n * factor.denominator };
  const overPi: Piece = { base: PI, halves: -2 };
  const s: Piece = { base: { kind: 'name', name: names.s }, halves: -2 };
  if (!hasPoles && range === undefined) {
    const sum = sumOf(
      parts.flatMap(({ term, fractions }) =>
        meanOf(term, fractions, kinematics, fourth, [overPi, s, ...kinematics.ratio], input),
      ),
    );
    return { value: sum, definitions: [] };
  }
  const terms = parts.flatMap(({ term, fractions }): SignedExpression[] => {
    const plain = { numerator: 1n, denominator: 1n };
    const outside = denominatorPieces(withoutPoles(term), names);
    const width = sumOf([
      { negative: false, value: { kind: 'name', name: names.tMax } },
      { negative: true, value: { kind: 'name', name: names.tMin } },
    ]);
    const regular =
      range === undefined
        ? meanOf(term, fractions, kinematics, plain, [{ base: width, halves: 2 }], input)
        : fractions.powers.flatMap((coefficient, k) =>
            isZero(coefficient)
              ? []
              : [
                  polynomialQuotient(
                    coefficient,
                    { numerator: 1n, denominator: BigInt(k + 1) },
                    [...outside, { base: powerDifference(names, k + 1), halves: 2 }],
                    generators,
                  ),
                ],
          );
    return [...regular, ...poleTerms(fractions, outside, input)];
  });
  const front = quotient(fourth.numerator, fourth.denominator, merged([overPi, ...kinematics.flux]));
  const definitions = [
    { name: names.tMin, value: kinematics.limit('min') },
    { name: names.tMax, value: kinematics.limit('max') },
  ];
  return { value: productOf([front, sumOf(terms)]), definitions };
}

type Limits = {
  readonly A: Polynomial;
  readonly squareB: Polynomial;
  /** Pieces of 1/lambda_in and of sqrt(lambda_out/lambda_in). */
  readonly flux: readonly Piece[];
  readonly ratio: readonly Piece[];
  readonly limit: (which: 'min' | 'max') => Expression;
};

/** t = A + B cos(theta). */
export function limits({ externals, form, names, generators, range }: CrossSectionInput): Limits {
  const { mandelstam } = form.invariants;
  if (mandelstam === undefined) throw new RangeError('a decay has no t');
  const { s } = mandelstam;
  const [a, b, c, d] = externals.map(({ mass }) => {
    const m = massPolynomial(mass, generators);
    return { square: multiply(m, m), m, expression: mass.expression };
  });
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new RangeError('four particles');
  const overS = generatorPower(indexOf(s), -1);
  const minus = (p: Polynomial) => scale(p, -1n);
  const energies = multiply(add(s, add(a.square, minus(b.square))), add(s, add(c.square, minus(d.square))));
  const A = add(add(a.square, c.square), scale(multiply(energies, overS), -1n, 2n));
  const lambda = (x: Polynomial, y: Polynomial): Polynomial => {
    const difference = add(s, minus(add(x, y)));
    return add(multiply(difference, difference), scale(multiply(x, y), -4n));
  };
  const [incoming, outgoing] = [lambda(a.square, b.square), lambda(c.square, d.square)];
  const squareB = scale(multiply(multiply(incoming, outgoing), multiply(overS, overS)), 1n, 4n);
  const [piecesIn, piecesOut] = [lambdaPieces(a, b, names.s), lambdaPieces(c, d, names.s)];
  const powerOf = (pieces: readonly Piece[], halves: number) =>
    pieces.map((piece) => ({ ...piece, halves: (piece.halves * halves) / 2 }));
  const root = merged([
    ...powerOf(piecesIn, 1),
    ...powerOf(piecesOut, 1),
    { base: { kind: 'name', name: names.s }, halves: -2 },
  ]);
  const limit = (which: 'min' | 'max'): Expression => {
    const center = polynomialQuotient(A, { numerator: 1n, denominator: 1n }, [], generators);
    const half = quotient(1n, 2n, root);
    if (range === undefined) return sumOf([center, { negative: which === 'min', value: half }]);
    return sumOf([center, { negative: false, value: productOf([range[which], half]) }]);
  };
  return {
    A,
    squareB,
    flux: powerOf(piecesIn, -2),
    ratio: [...powerOf(piecesOut, 1), ...powerOf(piecesIn, -1)],
    limit,
  };
}

type MassForm = { readonly m: Polynomial; readonly expression: Expression };

/** lambda(s, m1^2, m2^2) in factors, shorter where masses are 0 or equal. */
function lambdaPieces(first: MassForm, second: MassForm, name: string): Piece[] {
  const s: Expression = { kind: 'name', name };
  const squared = (base: Expression): Expression => ({ kind: 'power', base, exponent: integer(2n) });
  const minus = (a: Expression, b: Expression) =>
    sumOf([
      { negative: false, value: a },
      { negative: true, value: b },
    ]);
  const [one, two] = [isZero(first.m), isZero(second.m)];
  if (one && two) return [{ base: s, halves: 4 }];
  if (one || two) return [{ base: minus(s, squared((one ? second : first).expression)), halves: 4 }];
  if (equal(first.m, second.m))
    return [
      { base: s, halves: 2 },
      { base: minus(s, productOf([integer(4n), squared(first.expression)])), halves: 2 },
    ];
  const combined = (negative: boolean) =>
    sumOf([
      { negative: false, value: first.expression },
      { negative, value: second.expression },
    ]);
  return [
    { base: minus(s, squared(combined(false))), halves: 2 },
    { base: minus(s, squared(combined(true))), halves: 2 },
  ];
}

const withoutPoles = ({ numerator, powers }: SquareTerm): SquareTerm => ({
  numerator,
  powers: new Map([...powers].filter(([, { denominator }]) => denominator.channel === 's')),
});

function meanOf(
  term: SquareTerm,
  { powers }: PartialFractions,
  { A, squareB }: Limits,
  factor: Factor,
  pieces: readonly Piece[],
  { names, generators }: CrossSectionInput,
): SignedExpression[] {
  const mean = meanPowers(powers, A, squareB);
  if (isZero(mean)) return [];
  return [
    polynomialQuotient(
      mean,
      factor,
      [...denominatorPieces(withoutPoles(term), names), ...pieces],
      generators,
    ),
  ];
}

/** t_max**n - t_min**n */
function powerDifference(names: CrossSectionInput['names'], n: number): Expression {
  const limit = (name: string) => raised({ base: { kind: 'name', name }, halves: 2 * n });
  return sumOf([
    { negative: false, value: limit(names.tMax) },
    { negative: true, value: limit(names.tMin) },
  ]);
}

/** Logarithms of simple poles and differences of inverses of double ones. */
function poleTerms(
  { simple, double }: PartialFractions,
  outside: readonly Piece[],
  { names, generators }: CrossSectionInput,
): SignedExpression[] {
  const one = { numerator: 1n, denominator: 1n };
  const distance = ({ at }: Pole, limit: string): Expression =>
    isZero(at)
      ? { kind: 'name', name: limit }
      : sumOf([
          { negative: false, value: { kind: 'name', name: limit } },
          { ...negatedTerm(polynomialQuotient(at, one, [], generators)) },
        ]);
  const logs = simple.flatMap(({ pole, coefficient, over }): SignedExpression[] => {
    if (isZero(coefficient)) return [];
    const ratio = quotient(1n, 1n, [
      { base: distance(pole, names.tMax), halves: 2 },
      { base: distance(pole, names.tMin), halves: -2 },
    ]);
    const log: Piece = { base: { kind: 'call', callee: 'log', argument: ratio }, halves: 2 };
    const below =
      over === undefined
        ? []
        : [{ base: signedValue(polynomialQuotient(over, one, [], generators)), halves: -2 }];
    return [polynomialQuotient(coefficient, one, [...outside, ...below, log], generators)];
  });
  const inverses = double.flatMap(({ pole, coefficient }): SignedExpression[] => {
    if (isZero(coefficient)) return [];
    const over = (limit: string) => quotient(1n, 1n, [{ base: distance(pole, limit), halves: -2 }]);
    const base = sumOf([
      { negative: false, value: over(names.tMin) },
      { negative: true, value: over(names.tMax) },
    ]);
    return [polynomialQuotient(coefficient, one, [...outside, { base, halves: 2 }], generators)];
  });
  return [...logs, ...inverses];
}

const negatedTerm = ({ negative, value }: SignedExpression): SignedExpression => ({
  negative: !negative,
  value,
});

const signedValue = (term: SignedExpression): Expression => sumOf([term]);

export const definitionText = ({ name, value }: Definition): { name: string; sympy: string } => ({
  name,
  sympy: toSympy(value),
});

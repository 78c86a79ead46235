import { type Expression, toSympy } from 'toolbase/toolkit';
import type { Factor } from '../convention/factor.ts';
import type { Particle } from '../declaration/particles.ts';
import { PI, type Piece, quotient, raised, signedTerms, sumOf } from './build-expression.ts';
import type { Generators } from './generators.ts';
import { meanPowers, type PartialFractions, partialFractions, type Pole } from './integrate-t.ts';
import { isZero, scale } from './polynomial.ts';
import { plainSum } from './polynomial-expression.ts';
import { inverse, ratio } from './ratio.ts';
import {
  denominatorPieces,
  type InvariantNames,
  polynomialRatio,
  type Writing,
} from './square-expression.ts';
import type { SquareForm, SquareTerm } from './square-form.ts';
import { type CosRange, type Limits, limits } from './t-limits.ts';
import { type IntegralTerm, termSum } from './term-sum.ts';

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
  readonly range: CosRange | undefined;
};

/** Integral of the squared amplitude over t, with the flux: 1/(16 pi lambda(s, ma^2, mb^2)). */
export function crossSectionForm(input: CrossSectionInput): CrossSectionForm {
  const { form, factor, names, generators, range, externals } = input;
  const { invariants } = form;
  const kinematics = limits({ externals, invariants, s: names.s, generators, range });
  const { writing } = kinematics;
  const parts = form.terms.map((term) => ({ term, fractions: partialFractions(term, invariants) }));
  const hasPoles = parts.some(({ fractions: { simple, double } }) =>
    [...simple, ...double].some(({ coefficient }) => !isZero(coefficient)),
  );
  const front = (pieces: readonly Piece[]) =>
    ratio(factor.numerator, 16n * factor.denominator, [{ base: PI, halves: -2 }, ...pieces]);
  if (!hasPoles && range === undefined) {
    const terms = parts.flatMap((part) => meanOf(part.term, part.fractions, kinematics, undefined, names));
    const overS: Piece = { base: name(names.s), halves: -2 };
    return { value: termSum(front([overS, ...kinematics.ratio]), terms, writing), definitions: [] };
  }
  const width = powerDifference(names, 1);
  const terms = parts.flatMap(({ term, fractions }) => [
    ...(range === undefined
      ? meanOf(term, fractions, kinematics, width, names)
      : powerTerms(term, fractions, names)),
    ...poleTerms(fractions, denominatorPieces(withoutPoles(term), names), names, writing),
  ]);
  const definitions = [
    { name: names.tMin, value: kinematics.limit('min') },
    { name: names.tMax, value: kinematics.limit('max') },
  ];
  return { value: termSum(front(kinematics.flux), terms, writing), definitions };
}

const name = (text: string): Expression => ({ kind: 'name', name: text });

const withoutPoles = ({ numerator, powers }: SquareTerm): SquareTerm => ({
  numerator,
  powers: new Map([...powers].filter(([, { denominator }]) => denominator.channel === 's')),
});

/** What has no pole, averaged over t, times a width. */
function meanOf(
  term: SquareTerm,
  { powers }: PartialFractions,
  { A, squareB }: Limits,
  integral: Expression | undefined,
  names: InvariantNames,
): IntegralTerm[] {
  const coefficient = meanPowers(powers, A, squareB);
  return isZero(coefficient)
    ? []
    : [{ coefficient, pieces: denominatorPieces(withoutPoles(term), names), integral }];
}

type LimitNames = CrossSectionInput['names'];

/** What has no pole, integrated power by power. */
const powerTerms = (term: SquareTerm, { powers }: PartialFractions, names: LimitNames): IntegralTerm[] =>
  powers.flatMap((power, k) =>
    isZero(power)
      ? []
      : [
          {
            coefficient: scale(power, 1n, BigInt(k + 1)),
            pieces: denominatorPieces(withoutPoles(term), names),
            integral: powerDifference(names, k + 1),
          },
        ],
  );

/** t_max**n - t_min**n */
function powerDifference(names: LimitNames, n: number): Expression {
  const limit = (text: string) => raised({ base: name(text), halves: 2 * n });
  return sumOf([
    { negative: false, value: limit(names.tMax) },
    { negative: true, value: limit(names.tMin) },
  ]);
}

/** Logarithms of simple poles and differences of inverses of double ones. */
function poleTerms(
  { simple, double }: PartialFractions,
  outside: readonly Piece[],
  names: LimitNames,
  writing: Writing,
): IntegralTerm[] {
  const logs = simple.map(({ pole, coefficient, over }): IntegralTerm => {
    const argument = quotient(1n, 1n, [
      { base: distance(pole, names.tMax, writing), halves: 2 },
      { base: distance(pole, names.tMin, writing), halves: -2 },
    ]);
    const integral: Expression = { kind: 'call', callee: 'log', argument };
    if (over === undefined) return { coefficient, pieces: outside, integral };
    const one = { numerator: 1n, denominator: 1n };
    const below = inverse(polynomialRatio(over, one, [], writing));
    return {
      coefficient: scale(coefficient, below.numerator, below.denominator),
      pieces: [...outside, ...below.pieces],
      integral,
    };
  });
  const inverses = double.map(({ pole, coefficient }): IntegralTerm => {
    const over = (limit: string) => quotient(1n, 1n, [{ base: distance(pole, limit, writing), halves: -2 }]);
    const integral = sumOf([
      { negative: false, value: over(names.tMin) },
      { negative: true, value: over(names.tMax) },
    ]);
    return { coefficient, pieces: outside, integral };
  });
  return [...logs, ...inverses].filter(({ coefficient }) => !isZero(coefficient));
}

/** A limit of t minus the place of a pole. */
function distance({ at }: Pole, limit: string, { generators }: Writing): Expression {
  if (isZero(at)) return name(limit);
  const place = plainSum(scale(at, at.denominator), generators);
  const whole = quotient(1n, at.denominator, [{ base: place, halves: 2 }]);
  return sumOf([{ negative: false, value: name(limit) }, ...signedTerms(whole, true)]);
}

export const definitionText = ({ name, value }: Definition): { name: string; sympy: string } => ({
  name,
  sympy: toSympy(value),
});

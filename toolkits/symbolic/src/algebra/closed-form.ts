import { type Expression, toSympy } from 'toolbase/toolkit';
import type { Factor } from '../convention/factor.ts';
import type { Vertex } from '../convention/vertex.ts';
import type { Externals, Particle } from '../declaration/particles.ts';
import type { Factors } from '../numeric/width.ts';
import { integer, PI, type Piece, quotient } from './build-expression.ts';
import type { PolynomialContext } from './coupling-polynomial.ts';
import { massIn, type Masses } from './decay-products.ts';
import { primitivePart } from './divide.ts';
import { isZero, type Polynomial } from './polynomial.ts';
import { groupedExpression, monomialPieces } from './polynomial-expression.ts';
import { withoutSquaredRoots } from './reduce-roots.ts';
import { squaredAmplitude } from './squared-amplitude.ts';
import {
  type DecayMasses,
  rootOfLambda,
  takenOut,
  thresholdPieces,
  type ThresholdPowers,
  thresholdSum,
} from './threshold-forms.ts';

export type ClosedForm = {
  /** Partial width above threshold. */
  readonly width: Expression;
  /** Squared amplitude, averaged over initial and summed over final states, identical particles not yet halved. */
  readonly meanSquare: Expression;
  /** Where it holds: "mS > 2*mf". */
  readonly validFor: string;
};

export type ClosedFormInput = {
  readonly externals: Externals;
  readonly resolved: { readonly vertex: Vertex };
  readonly factors: Factors;
  readonly masses: Masses;
  readonly context: PolynomialContext;
};

/** Width and squared amplitude in the caller's symbols: S sqrt(lambda)/(16 pi M^3) <|M|^2>. */
export function closedForm({ externals, resolved, factors, masses, context }: ClosedFormInput): ClosedForm {
  const { parent, products } = externals;
  const { vertex } = resolved;
  const form = (particle: Particle) => ({
    polynomial: massIn(masses, particle),
    expression: particle.mass.expression,
  });
  const decayMasses = { parent: form(parent), first: form(products[0]), second: form(products[1]) };
  const validFor = `${toSympy(parent.mass.expression)} > ${toSympy(thresholdSum(decayMasses))}`;
  const sum = withoutSquaredRoots(squaredAmplitude(externals, vertex, masses, context), context);
  if (isZero(sum)) return { width: integer(0n), meanSquare: integer(0n), validFor };
  const lambda = rootOfLambda(decayMasses);
  const flux = { ...lambda, parentHalves: lambda.parentHalves - 6 };
  const none = { ...lambda, halves: lambda.halves.map(() => 0), parentHalves: 0 };
  const { spinAverage, symmetryFactor, multiplicity } = factors;
  const render = (powers: ThresholdPowers, all: readonly Factor[], extra: readonly Piece[]) =>
    factorised(sum, powers, decayMasses, all, extra, context);
  return {
    width: render(
      flux,
      [spinAverage, multiplicity, symmetryFactor, { numerator: 1n, denominator: 16n }],
      [{ base: PI, halves: -2 }],
    ),
    meanSquare: render(none, [spinAverage, multiplicity], []),
    validFor,
  };
}

function factorised(
  p: Polynomial,
  powers: ThresholdPowers,
  masses: DecayMasses,
  factors: readonly Factor[],
  extra: readonly Piece[],
  { generators }: PolynomialContext,
): Expression {
  const { numerator, denominator, monomial, primitive } = primitivePart(p);
  const [mass] = masses.parent.polynomial.terms.values();
  const generator = (mass?.monomial.length ?? 1) - 1;
  const { rest, powers: found } = takenOut(primitive, powers, generator);
  const [only] = rest.terms.values();
  const bare = only !== undefined && rest.terms.size === 1 ? only : undefined;
  const top = factors.reduce(
    (total, factor) => total * factor.numerator,
    numerator * (bare?.coefficient ?? 1n),
  );
  const bottom = factors.reduce((total, factor) => total * factor.denominator, denominator);
  const pieces = [
    ...extra,
    ...monomialPieces(monomial, generators),
    { base: masses.parent.expression, halves: found.parentHalves },
    ...thresholdPieces(found, masses),
    ...(bare === undefined ? [{ base: groupedExpression(rest, generators), halves: 2 }] : []),
  ];
  return quotient(...lowestTerms(top, bottom), merged(pieces));
}

function lowestTerms(top: bigint, bottom: bigint): [bigint, bigint] {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b !== 0n) [a, b] = [b, a % b];
  return [top / a, bottom / a];
}

/** Powers of one base added up. */
function merged(pieces: readonly Piece[]): Piece[] {
  const found = new Map<string, Piece>();
  for (const { base, halves } of pieces) {
    const key = toSympy(base);
    found.set(key, { base, halves: (found.get(key)?.halves ?? 0) + halves });
  }
  return [...found.values()].filter(({ halves }) => halves !== 0);
}

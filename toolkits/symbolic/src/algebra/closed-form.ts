import { type Expression, toSympy } from 'toolbase/toolkit';
import type { Factor, Factors } from '../convention/factor.ts';
import type { Vertex } from '../convention/vertex.ts';
import type { Externals, Particle } from '../declaration/particles.ts';
import { integer, PI, type Piece, quotient } from './build-expression.ts';
import type { PolynomialContext } from './coupling-polynomial.ts';
import { massIn, type Masses } from './decay-products.ts';
import { type Factorised, factorised, indexOf, wholeMonomial } from './factorise.ts';
import { invariants } from './invariants.ts';
import { pairProduct, type PairProducts, type PairSetting } from './pair-product.ts';
import { gcd, isZero } from './polynomial.ts';
import { groupedExpression } from './grouped-expression.ts';
import { monomialPieces } from './polynomial-expression.ts';
import { withReducedSquares } from './reduce-squares.ts';
import { singleVertexTree } from '../tree/resolve-tree.ts';
import type { Tree } from '../tree/tree.ts';
import {
  type DecayMasses,
  type ThresholdForm,
  type ThresholdForms,
  thresholdForms,
  thresholdPieces,
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

/** A decay depends on masses only. */
const NO_INVARIANTS = { s: 's', t: 't' };

/** The diagram of a decay, ready to be multiplied with itself. */
export type DecayAmplitude = { readonly trees: readonly [Tree]; readonly setting: PairSetting };

export function decayAmplitude({ externals, resolved, context }: ClosedFormInput): DecayAmplitude {
  const all = [externals.parent, ...externals.products];
  const kinematics = invariants(all, [], context.generators, NO_INVARIANTS);
  const setting = { externals: all, invariants: kinematics, context };
  return { trees: [singleVertexTree(resolved.vertex, all)], setting };
}

/** Width and squared amplitude in the caller's symbols: S sqrt(lambda)/(16 pi M^3) <|M|^2>. */
export function closedForm(
  { externals, factors, masses, context }: ClosedFormInput,
  { trees: [tree], setting }: DecayAmplitude,
  pairProducts: PairProducts = pairProduct,
): ClosedForm {
  const { parent, products } = externals;
  const form = (particle: Particle) => ({
    polynomial: massIn(masses, particle),
    expression: particle.mass.expression,
  });
  const decayMasses = { parent: form(parent), first: form(products[0]), second: form(products[1]) };
  const validFor = `${toSympy(parent.mass.expression)} > ${toSympy(thresholdSum(decayMasses))}`;
  const square = pairProducts(tree, tree, setting);
  const sum = withReducedSquares(square, context);
  if (isZero(sum)) return { width: integer(0n), meanSquare: integer(0n), validFor };
  const forms = thresholdForms(decayMasses);
  const found = factorised(sum, forms.forms, indexOf(massIn(masses, parent)));
  const { spinAverage, symmetryFactor, multiplicity } = factors;
  const mean = [spinAverage, multiplicity];
  const written = (square: Factorised, all: readonly Factor[], extra: readonly Piece[]): Expression =>
    expressionOf(square, all, extra, { masses: decayMasses, forms: forms.forms, context });
  return {
    width: written(
      withPhaseSpace(found, forms),
      [...mean, symmetryFactor, { numerator: 1n, denominator: 16n }],
      [{ base: PI, halves: -2 }],
    ),
    meanSquare: written(found, mean, []),
    validFor,
  };
}

/** sqrt(lambda)/M**3 times the squared amplitude. */
const withPhaseSpace = (square: Factorised, { rootHalves, rootParent }: ThresholdForms): Factorised => ({
  ...square,
  halves: square.halves.map((halves, index) => halves + (rootHalves[index] ?? 0)),
  parentPower: square.parentPower + rootParent - 3,
});

function expressionOf(
  square: Factorised,
  factors: readonly Factor[],
  extra: readonly Piece[],
  { masses, forms, context }: Writing,
): Expression {
  const { generators } = context;
  const top = factors.reduce((total, factor) => total * factor.numerator, square.numerator);
  const bottom = factors.reduce((total, factor) => total * factor.denominator, square.denominator);
  const common = gcd(top, bottom);
  const pieces = [
    ...extra,
    ...monomialPieces(wholeMonomial(square), generators),
    ...thresholdPieces(forms, square.halves, masses),
    ...(square.rest === undefined ? [] : [{ base: groupedExpression(square.rest, generators), halves: 2 }]),
  ];
  return quotient(top / common, bottom / common, merged(pieces));
}

type Writing = {
  readonly masses: DecayMasses;
  readonly forms: readonly ThresholdForm[];
  readonly context: PolynomialContext;
};

/** Powers of one base added up. */
function merged(pieces: readonly Piece[]): Piece[] {
  const found = new Map<string, Piece>();
  for (const { base, halves } of pieces) {
    const key = toSympy(base);
    found.set(key, { base, halves: (found.get(key)?.halves ?? 0) + halves });
  }
  return [...found.values()].filter(({ halves }) => halves !== 0);
}

import { type Expression, freeNames, type Rational } from 'toolbase/toolkit';
import type { Process } from '../tree/process.ts';
import type { Tree } from '../tree/tree.ts';
import { sumOf } from './build-expression.ts';
import { likeTermsAdded } from './collected.ts';
import { type CrossSectionForm, crossSectionForm, type Definition } from './cross-section-form.ts';
import { invariants } from './invariants.ts';
import type { PairProducts, PairSetting } from './pair-product.ts';
import { ratio, written } from './ratio.ts';
import { product, squareExpression } from './square-expression.ts';
import { type SquareForm, squareForm } from './square-form.ts';
import { type CosRange, limits, writingOf } from './t-limits.ts';

/** Names of the invariants, kept clear of the caller's. */
export type Names = {
  readonly s: string;
  readonly t: string;
  readonly u: string;
  readonly tMin: string;
  readonly tMax: string;
};

/** The closed forms of a process. */
export type ProcessForms = {
  readonly names: Names;
  readonly form: SquareForm;
  /** Mean squared amplitude in s, t, u and masses. */
  readonly meanSquare: Expression;
  /** u by s and t, where it is used. */
  readonly definitions: readonly Definition[];
};

/** The diagrams of a process, ready to be multiplied. */
export function processAmplitude({ externals, trees: resolved, context, parameters }: Process): {
  trees: readonly Tree[];
  setting: PairSetting;
} {
  const trees = resolved.map(({ tree }) => tree);
  const lines = trees.flatMap((tree) => tree.lines);
  const kinematics = invariants(externals, lines, context.generators, freeNamesOf(parameters.names));
  return { trees, setting: { externals, invariants: kinematics, context } };
}

export function processForms(
  { externals, trees, context, factors, parameters }: Process,
  products?: PairProducts,
): ProcessForms {
  const names = freeNamesOf(parameters.names);
  const form = squareForm(
    externals,
    trees.map(({ tree }) => tree),
    context,
    names,
    products,
  );
  const factor = product([factors.spinAverage, factors.multiplicity]);
  const meanSquare = squareExpression(
    form,
    factor,
    names,
    writingOf(externals, form.invariants, names.s, context.generators),
  );
  const usesU = freeNames(meanSquare).has(names.u);
  return {
    names,
    form,
    meanSquare,
    definitions: usesU ? [{ name: names.u, value: uOf(externals, names) }] : [],
  };
}

/** s, t, u, t_min and t_max, or with a suffix where the caller uses such a name. */
export function freeNamesOf(used: ReadonlySet<string>): Names {
  const all = ['s', 't', 'u', 't_min', 't_max'];
  const suffix = all.some((name) => used.has(name)) ? '_inv' : '';
  const [s = '', t = '', u = '', tMin = '', tMax = ''] = all.map((name) => `${name}${suffix}`);
  return { s, t, u, tMin, tMax };
}

/** ma**2 + mb**2 + m1**2 + m2**2 - s - t */
function uOf(externals: Process['externals'], names: Names): Expression {
  const squares = externals
    .filter(({ mass }) => mass.value?.re !== 0)
    .map(({ mass }) => ratio(1n, 1n, [{ base: mass.expression, halves: 4 }]));
  const invariant = (name: string) => ratio(-1n, 1n, [{ base: { kind: 'name', name } as const, halves: 2 }]);
  return sumOf(
    likeTermsAdded([...squares, invariant(names.s), invariant(names.t)]).map((term) => written(term)),
  );
}

export function crossSection(
  process: Process,
  { form, names }: ProcessForms,
  range: CosRange | undefined,
): CrossSectionForm {
  const { externals, factors, context } = process;
  const factor = product([factors.spinAverage, factors.multiplicity, factors.symmetryFactor]);
  return crossSectionForm({ form, externals, factor, names, generators: context.generators, range });
}

/** t at an angle, in s and masses. */
export function tAt(process: Process, { form, names }: ProcessForms, cos: Rational): Expression {
  const { externals, context } = process;
  const range = { min: cos, max: cos };
  const { invariants } = form;
  return limits({ externals, invariants, s: names.s, generators: context.generators, range }).limit('min');
}

import { type Expression, freeNames, toLatex, toSympy } from 'toolbase/toolkit';
import type { ClosedForm } from './algebra/closed-form.ts';
import { echoOf } from './convention/echo.ts';
import { factorText } from './convention/factor.ts';
import type { Decay } from './decay.ts';
import { isZero } from './declaration/quantity.ts';
import { expressionNodes, type FormulaNode } from './expression-nodes.ts';
import { polarisationSums } from './polarisation-sums.ts';
import type { DecayResult } from './decay-result.ts';
import { massesTogether } from './tree/thresholds.ts';
import type { NumericWidth } from './numeric/width.ts';

/** Puts the answer together; it stays within the declared size. */
export function decayReport(
  decay: Decay,
  numeric: NumericWidth,
  form: ClosedForm | undefined,
  { check, engine, tree }: Pick<DecayResult, 'check' | 'engine'> & { readonly tree: boolean },
): DecayResult {
  const { externals, factors, convention, declared, resolved } = decay;
  const { parent, products } = externals;
  return withinSize({
    process: `${parent.field} -> ${products.map(({ field, type }) => (type === 'antiparticle' ? `${field}~` : field)).join(' ')}`,
    ...widthAndOpen(numeric),
    ...(form === undefined ? {} : formulas(form, numeric, tree)),
    conventions: {
      coupling_convention: convention,
      ...echoOf(declared, resolved, convention),
      spin_average: factorText(factors.spinAverage),
      symmetry_factor: factorText(factors.symmetryFactor),
      multiplicity: factorText(factors.multiplicity),
      ...polarisationSums([parent, ...products], 'transverse'),
      flux: 'width = symmetry_factor * p/(8 pi M**2) * squared_amplitude',
      width_scheme: 'all particles on shell',
    },
    ...(check === undefined ? {} : { check }),
    engine,
    warnings: [...decay.warnings, ...offShell(decay, numeric)],
    notes: notesOf(decay, numeric, form),
  });
}

function formulas(
  form: ClosedForm,
  numeric: NumericWidth,
  tree: boolean,
): Pick<DecayResult, 'closed_form' | 'squared_amplitude'> {
  return {
    closed_form: {
      sympy: toSympy(form.width),
      latex: toLatex(form.width),
      symbols: symbolsOf(form.width),
      valid_for: form.validFor,
      ...nodesOf(form.width, tree),
    },
    squared_amplitude: {
      sympy: toSympy(form.meanSquare),
      ...nodesOf(form.meanSquare, tree),
      ...(numeric.kind === 'width' ? { value: numeric.meanSquare } : {}),
    },
  };
}

const nodesOf = (expression: Expression, wanted: boolean): { tree?: FormulaNode[] } =>
  wanted ? { tree: expressionNodes(expression) } : {};

const symbolsOf = (expression: Expression): string[] => [...freeNames(expression)];

/** Below threshold, a product with a width may still be made off its mass shell. */
function offShell({ externals: { products } }: Decay, numeric: NumericWidth): string[] {
  if (numeric.kind !== 'closed') return [];
  const wide = products.filter(({ width }) => width !== undefined && !isZero(width));
  return [...new Set(wide.map(({ field }) => field))].map(
    (field) =>
      `${field} has a width: decays through an off-shell ${field} are open below threshold and are not included (H -> W W* at 125 GeV is such a one).`,
  );
}

function widthAndOpen(numeric: NumericWidth): Pick<DecayResult, 'width_gev' | 'open'> {
  switch (numeric.kind) {
    case 'symbolic':
      return {};
    case 'closed':
      return { width_gev: 0, open: false };
    case 'open':
      return { open: true };
    case 'width':
      return { width_gev: numeric.widthGeV, open: true };
  }
}

function notesOf(
  { externals, resolved, parameters }: Decay,
  numeric: NumericWidth,
  form: ClosedForm | undefined,
): string[] {
  const notes: string[] = [];
  const { parent, products } = externals;
  const [first, second] = products;
  if (numeric.kind === 'closed')
    notes.push(
      `At or below threshold: the width on shell is 0. ${parent.field} has ${massesTogether([parent])}, its products have ${massesTogether(products)} together. Decays through off-shell products are not included.`,
    );
  if (numeric.kind === 'symbolic' || numeric.kind === 'open') {
    const missing = [...parameters.names].filter((name) => !parameters.values.has(name));
    notes.push(`No number, since these have no value: ${missing.join(', ')}.`);
  }
  if (form === undefined) notes.push('No closed form: a product is as heavy as the decaying particle.');
  const ownConjugate =
    products.every(({ type }) => type === 'self-conjugate') ||
    (first.field === second.field && first.type !== second.type);
  if (parent.type === 'self-conjugate' && !ownConjugate)
    notes.push('The conjugate final state has the same width and is not included.');
  if (resolved.conjugate)
    notes.push('The process is driven by the hermitian conjugate of the declared term.');
  return notes;
}

/** Bytes kept free under the declared maximum. */
const MAX_BYTES = 8000;

function withoutTrees(result: DecayResult): DecayResult {
  const { closed_form: form, squared_amplitude: amplitude } = result;
  return {
    ...result,
    ...(form === undefined ? {} : { closed_form: { ...form, tree: undefined } }),
    ...(amplitude === undefined ? {} : { squared_amplitude: { ...amplitude, tree: undefined } }),
    notes: [...result.notes, 'The lists of nodes are left out: they are too long.'],
  };
}

/** Leaves out what is too long to be read, the least needed first, and says so. */
function withinSize(result: DecayResult): DecayResult {
  const bytes = (value: DecayResult): number => new TextEncoder().encode(JSON.stringify(value)).length;
  if (bytes(result) <= MAX_BYTES) return result;
  const said = (what: string, rest: DecayResult): DecayResult => ({
    ...rest,
    notes: [...rest.notes, `${what} is left out: it is too long.`],
  });
  if (result.closed_form?.tree !== undefined) return withinSize(withoutTrees(result));
  const { closed_form: form, squared_amplitude: amplitude, ...rest } = result;
  const value = amplitude?.value === undefined ? {} : { squared_amplitude: { value: amplitude.value } };
  const whole = form === undefined ? {} : { closed_form: form };
  const noAmplitude = said('The squared amplitude', { ...rest, ...whole, ...value });
  if (bytes(noAmplitude) <= MAX_BYTES) return noAmplitude;
  if (form !== undefined) {
    const { sympy, symbols, valid_for } = form;
    const shorter = said('The LaTeX form', { ...noAmplitude, closed_form: { sympy, symbols, valid_for } });
    if (bytes(shorter) <= MAX_BYTES) return shorter;
  }
  return said('The closed form', { ...rest, ...value });
}

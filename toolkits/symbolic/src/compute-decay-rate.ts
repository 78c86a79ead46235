import { defineOperation, type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import { type ClosedForm, closedForm, type DecayAmplitude, decayAmplitude } from './algebra/closed-form.ts';
import { preciseValue, rounded } from './arithmetic/precise-value.ts';
import { type Decay, readDecay } from './decay.ts';
import { decayReport } from './decay-report.ts';
import { DecayResult } from './decay-result.ts';
import { sameMass } from './declaration/particles.ts';
import { EMBEDDED, type Engine, engineFor } from './engine.ts';
import { helicityWidth } from './numeric/width.ts';
import { DecayInput } from './process-input.ts';

export const computeDecayRate = defineOperation({
  name: 'ComputeDecayRate',
  title: 'Two-body decay width',
  description:
    'Tree-level partial width (GeV) of a two-body decay through one declared vertex: F -> f V, F -> f S, S -> f fbar, ' +
    'S -> chi chi (Majorana or scalars), S -> V V, S -> S V, V -> f fbar, V -> S V, V -> S S, V -> V V. Give the particles ' +
    '(spin, type, mass in GeV), one vertex with its legs, its structures with couplings, values of all names, and whether ' +
    'couplings are Feynman-rule coefficients (vertex) or lagrangian coefficients. Spin average and identical-particle factor ' +
    'are found. Returns the number from helicity sums, a closed form in your symbols (SymPy, LaTeX) from traces, and their ' +
    'difference. At and below threshold the width is 0 and open is false. Masses and couplings are used as given, nothing ' +
    'runs. Colour only by multiplicity. Massless vectors need a conserved ' +
    'current or a field strength (sigma.q, FF).',
  input: DecayInput,
  output: DecayResult,
  effects: { deterministic: true, typicalMs: 5 },
  maxResultBytes: 8192,
  run: (input, context) => decayRateOn(input, context),
});

/** Width of a declared decay by two engines that share nothing but the declaration.
 * @throws ToolbaseError BAD_ARGUMENTS, BAD_EXPRESSION, UNSUPPORTED; CHECK_FAILED when the engines disagree */
export function decayRate(input: DecayInput): DecayResult {
  const decay = readDecay(input);
  return decayRateBy(decay, decayAmplitude(decay), { engine: EMBEDDED, tree: input.formula_tree === true });
}

/** The same with the engine that the machine's settings name.
 * @throws ToolbaseError BAD_SETTINGS, EXTERNAL_MISSING besides */
export async function decayRateOn(input: DecayInput, context: OperationContext): Promise<DecayResult> {
  const decay = readDecay(input);
  const amplitude = decayAmplitude(decay);
  const engine = canOpen(decay) ? await engineFor(amplitude, context) : EMBEDDED;
  return decayRateBy(decay, amplitude, { engine, tree: input.formula_tree === true });
}

function decayRateBy(
  decay: Decay,
  amplitude: DecayAmplitude,
  { engine, tree }: { readonly engine: Engine; readonly tree: boolean },
): DecayResult {
  const numeric = helicityWidth(decay.externals, decay.resolved.vertex, decay.factors);
  if (numeric.kind === 'width' && !Number.isFinite(numeric.widthGeV))
    throw new ToolbaseError('BAD_ARGUMENTS', 'the width is too large for double precision', {
      hint: 'Check the units: all masses in GeV.',
    });
  const form = canOpen(decay) ? closedForm(decay, amplitude, engine.products) : undefined;
  const check =
    numeric.kind === 'width' && form !== undefined ? compared(decay, numeric.widthGeV, form) : undefined;
  return decayReport(decay, numeric, form, { check, engine: engine.text, tree });
}

/** False when a product is as heavy as the decaying particle: there is no region for a formula. */
const canOpen = ({ externals: { parent, products } }: Decay): boolean =>
  !products.some(({ mass }) => sameMass(mass, parent.mass));

/** Largest relative difference of the two engines that is put down to rounding. */
const TOLERANCE = 1e-8;

function compared(decay: Decay, widthGeV: number, form: ClosedForm): NonNullable<DecayResult['check']> {
  const value = rounded(preciseValue(form.width, decay.parameters.exact));
  const size = Math.max(Math.abs(value.re), widthGeV);
  const difference = size === 0 ? 0 : Math.hypot(value.re - widthGeV, value.im) / size;
  if (!(difference <= TOLERANCE))
    throw new ToolbaseError(
      'CHECK_FAILED',
      `the helicity sum gives ${widthGeV} GeV and the closed form ${value.re} GeV: a fault of this toolkit, so no width is returned`,
      { hint: 'Please report the declaration that led to it.' },
    );
  return {
    helicity_value_gev: widthGeV,
    closed_form_value_gev: value.re,
    relative_difference: difference,
  };
}

import { defineOperation } from 'toolbase/toolkit';
import { processAmplitude, processForms } from './algebra/process-forms.ts';
import { difference, FormValues, meanSquareAt, type Reach, reachOf } from './collide.ts';
import { decayRate, decayRateOn } from './compute-decay-rate.ts';
import type { DecayResult } from './decay-result.ts';
import { EMBEDDED, type Engine, engineFor } from './engine.ts';
import { angleOf } from './numeric/angle.ts';
import { lostDigits } from './numeric/lost-digits.ts';
import { AmplitudeInput } from './process-input.ts';
import { conventionsOf, formulaOf, missingNames, processText, withinSize } from './process-report.ts';
import { AmplitudeResult, type ProcessCheck } from './process-result.ts';
import { processWarnings } from './process-warnings.ts';
import { type Process, readProcess } from './tree/process.ts';

export const computeSquaredAmplitude = defineOperation({
  name: 'ComputeSquaredAmplitude',
  title: 'Squared amplitude',
  description:
    'Tree-level squared amplitude of declared diagrams, averaged over initial and summed over final spins: of a two-body ' +
    'decay in masses, of a collision 2 -> 2 in s, t, u and masses, with interference and relative Fermi signs found. Given ' +
    'values (and sqrt_s_gev and cos_theta for a collision) it returns the number as well, from helicity sums and from traces, with their ' +
    'difference. Identical outgoing particles are not halved here: that factor belongs to widths and cross sections.',
  input: AmplitudeInput,
  output: AmplitudeResult,
  effects: { deterministic: true, typicalMs: 100 },
  maxResultBytes: 8192,
  run: async (input, context) => {
    const process = readProcess(input);
    if (process.incoming.length === 1) return ofDecay(process, input, await decayRateOn(input, context));
    return ofCollision(process, input, await engineFor(processAmplitude(process), context));
  },
});

/** @throws ToolbaseError BAD_ARGUMENTS, BAD_EXPRESSION, UNSUPPORTED; CHECK_FAILED when the engines disagree */
export function squaredAmplitude(input: AmplitudeInput): AmplitudeResult {
  const process = readProcess(input);
  return process.incoming.length === 1
    ? ofDecay(process, input, decayRate(input))
    : ofCollision(process, input, EMBEDDED);
}

function ofCollision(process: Process, input: AmplitudeInput, engine: Engine): AmplitudeResult {
  const reach = reachOf(process, input.sqrt_s_gev);
  const warnings = processWarnings(process, reach, input.sqrt_s_gev);
  const forms = processForms(process, engine.products);
  const formula = formulaOf(forms.meanSquare, forms.definitions, input.formula_tree);
  const { cos_theta: cos, sqrt_s_gev: sqrtS = 0 } = input;
  const check =
    reach.kind === 'values' && cos !== undefined
      ? compared(process, reach, cos, new FormValues(process, forms, sqrtS))
      : undefined;
  const missing = missingNames(process);
  return withinSize({
    process: processText(process),
    ...(reach.kind === 'symbolic' ? {} : { open: reach.kind !== 'closed' }),
    squared_amplitude: { ...formula, ...(check === undefined ? {} : { value: check.helicity_value }) },
    conventions: conventionsOf(process, reach.kind === 'values' ? reach.photons : undefined),
    ...(check === undefined ? {} : { check }),
    engine: engine.text,
    warnings,
    notes: [
      ...(check === undefined && missing.length > 0
        ? [`No number, since these have no value: ${missing.join(', ')}.`]
        : []),
      ...(check === undefined && (cos === undefined || input.sqrt_s_gev === undefined)
        ? ['No number: it needs sqrt_s_gev and cos_theta.']
        : []),
    ],
  });
}

function compared(
  process: Process,
  reach: Reach & { kind: 'values' },
  cos: number,
  values: FormValues,
): ProcessCheck {
  const [helicity, closed] = [meanSquareAt(process, reach, angleOf(cos)), values.meanSquare(cos)];
  return {
    helicity_value: helicity,
    closed_form_value: closed,
    relative_difference: difference(helicity, closed, 'the squared amplitude', () =>
      lostDigits(reach.sum, [angleOf(cos)]),
    ),
  };
}

/** What is known of the square of a decay. */
const known = (square: DecayResult['squared_amplitude']): NonNullable<DecayResult['squared_amplitude']> => ({
  ...(square?.sympy === undefined ? {} : { sympy: square.sympy }),
  ...(square?.value === undefined ? {} : { value: square.value }),
  ...(square?.tree === undefined ? {} : { tree: square.tree }),
});

/** The same numbers as the width is computed from. */
function ofDecay(process: Process, input: AmplitudeInput, decay: DecayResult): AmplitudeResult {
  const { squared_amplitude: square, open, engine, warnings, notes, check, closed_form: form } = decay;
  return withinSize({
    process: processText(process),
    ...(open === undefined ? {} : { open }),
    squared_amplitude: {
      ...known(square),
      symbols: form?.symbols ?? [],
      definitions: [],
    },
    conventions: conventionsOf(process, undefined),
    ...(check === undefined || square?.value === undefined
      ? {}
      : {
          check: {
            helicity_value: square.value,
            closed_form_value: (square.value * check.closed_form_value_gev) / (check.helicity_value_gev || 1),
            relative_difference: check.relative_difference,
          },
        }),
    engine,
    warnings,
    notes: [
      ...notes,
      ...(input.sqrt_s_gev === undefined && input.cos_theta === undefined
        ? []
        : [
            'sqrt_s_gev and cos_theta are not used: a decay into two particles has no angle and no energy but its mass.',
          ]),
    ],
  });
}

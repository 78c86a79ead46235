import { defineOperation, ToolbaseError } from 'toolbase/toolkit';
import { crossSection, processAmplitude, type ProcessForms, processForms } from './algebra/process-forms.ts';
import {
  difference,
  FormValues,
  fluxFactor,
  integrated,
  meanSquareAt,
  type Reach,
  cosRange,
  reachOf,
} from './collide.ts';
import { EMBEDDED, type Engine, engineFor } from './engine.ts';
import { fault } from './declaration/fault.ts';
import { angleOf } from './numeric/angle.ts';
import { lostDigits } from './numeric/lost-digits.ts';
import { CollisionInput } from './process-input.ts';
import { conventionsOf, formulaOf, missingNames, processText, withinSize } from './process-report.ts';
import { CrossSectionResult, type ProcessCheck } from './process-result.ts';
import { processWarnings } from './process-warnings.ts';
import { checkPoles, unusedWidths } from './tree/poles.ts';
import { type Process, readProcess } from './tree/process.ts';
import { massesTogether } from './tree/thresholds.ts';
import { GEV2_PB } from './units.ts';

export const computeCrossSection = defineOperation({
  name: 'ComputeCrossSection',
  title: '2 -> 2 cross section',
  description:
    'Tree-level cross section (pb and GeV^-2) of a collision of two particles into two through declared diagrams: any number ' +
    'of contact, s-, t- and u-channel diagrams of fermions, scalars and vectors, with interference; relative Fermi signs ' +
    'are found. Total, within a range of cos(theta) of the first outgoing to the first incoming particle, and ' +
    'dsigma/dcos(theta) at given points. Spin average, identical-particle factor and flux are found; colour only by ' +
    'multiplicity. Returns the number from helicity sums, the squared amplitude in s, t, u and the cross section in closed ' +
    'form from traces, and their difference. Widths are fixed and stand in s-channel denominators. A massless t- or ' +
    'u-channel pole needs a cut. Nothing runs; no parton densities, no beam polarisation.',
  input: CollisionInput,
  output: CrossSectionResult,
  effects: { deterministic: true, typicalMs: 300 },
  maxResultBytes: 8192,
  run: async (input, context) => {
    const process = readCollision(input);
    return crossSectionOf(process, input, await engineFor(processAmplitude(process), context));
  },
});

/** Cross section by two engines that share nothing but the declaration.
 * @throws ToolbaseError BAD_ARGUMENTS, BAD_EXPRESSION, UNSUPPORTED; CHECK_FAILED when the engines disagree */
export const collide = (input: CollisionInput): CrossSectionResult =>
  crossSectionOf(readCollision(input), input, EMBEDDED);

function readCollision(input: CollisionInput): Process {
  const process = readProcess(input);
  if (process.incoming.length !== 2)
    throw fault(
      'particles',
      `a collision has two incoming particles; there are ${process.incoming.length}`,
      'Set role to "incoming" for both, or use ComputeDecayRate.',
    );
  return process;
}

function crossSectionOf(process: Process, input: CollisionInput, engine: Engine): CrossSectionResult {
  const range = { min: input.cos_min ?? -1, max: input.cos_max ?? 1 };
  if (!(range.min < range.max))
    throw fault('cos_min', `${range.min} is not below cos_max ${range.max}`, 'Give cos_min < cos_max.');
  const reach = reachOf(process, input.sqrt_s_gev);
  if (reach.kind === 'values') checkPoles(process, reach.sum.kinematics, range);
  const warnings = processWarnings(process, reach, input.sqrt_s_gev);
  const forms = processForms(process, engine.products);
  const total = crossSection(process, forms, cosRange(range.min, range.max));
  const numbers = reach.kind === 'values' ? numbersOf(process, reach, forms, total, range, input) : undefined;
  const usable = numbers?.closedForm ?? true;
  const closed_form = {
    ...formulaOf(total.value, total.definitions, input.formula_tree),
    valid_for: validFor(process, forms),
  };
  return withinSize({
    process: processText(process),
    ...numbersOrZero(reach, numbers),
    ...(usable ? { closed_form } : {}),
    squared_amplitude: formulaOf(forms.meanSquare, forms.definitions, input.formula_tree),
    conventions: conventionsOf(process, reach.kind === 'values' ? reach.photons : undefined),
    ...(numbers === undefined ? {} : { check: numbers.check }),
    engine: engine.text,
    warnings,
    notes: notesOf(process, reach, forms, usable, input),
  });
}

const numbersOrZero = (
  reach: Reach,
  numbers: Numbers | undefined,
): Numbers['result'] & { open?: boolean } => {
  if (numbers !== undefined) return { open: true, ...numbers.result };
  if (reach.kind === 'closed') return { cross_section_pb: 0, cross_section_gev_minus2: 0, open: false };
  return reach.kind === 'open' ? { open: true } : {};
};

type Numbers = {
  readonly result: Pick<CrossSectionResult, 'cross_section_pb' | 'cross_section_gev_minus2' | 'differential'>;
  readonly check: ProcessCheck;
  readonly closedForm: boolean;
};

function numbersOf(
  process: Process,
  reach: Reach & { kind: 'values' },
  forms: ProcessForms,
  total: ReturnType<typeof crossSection>,
  range: { readonly min: number; readonly max: number },
  input: CollisionInput,
): Numbers {
  const sigma = integrated(process, reach, range);
  if (!Number.isFinite(sigma))
    throw new ToolbaseError('BAD_ARGUMENTS', 'the cross section is too large for double precision', {
      hint: 'Check the units: all masses and energies in GeV.',
    });
  const values = new FormValues(process, forms, input.sqrt_s_gev ?? 0);
  const flux = fluxFactor(process, reach.sum.kinematics);
  const closed = values.crossSection(total);
  const wanted = [...new Set([...(input.cos_points ?? []), ...probes(range)])];
  const lost = () => lostDigits(reach.sum, [...wanted, range.min, range.max].map(angleOf));
  const points = wanted.map((cos) => {
    const helicity = flux * meanSquareAt(process, reach, angleOf(cos));
    const form = flux * values.meanSquare(cos);
    return {
      cos,
      helicity,
      form,
      relative: difference(helicity, form, `dsigma/dcos(theta) at ${cos}`, lost),
    };
  });
  const relative = closed === undefined ? 0 : difference(sigma, closed, 'the cross section', lost);
  const differential = (input.cos_points ?? []).map((cos) => {
    const value = points.find((point) => point.cos === cos)?.helicity ?? Number.NaN;
    return { cos_theta: cos, dsigma_dcos_pb: value * GEV2_PB, dsigma_dcos_gev_minus2: value };
  });
  return {
    result: {
      cross_section_pb: sigma * GEV2_PB,
      cross_section_gev_minus2: sigma,
      ...(differential.length === 0 ? {} : { differential }),
    },
    check: {
      helicity_value: sigma,
      closed_form_value: closed ?? points[0]?.form ?? Number.NaN,
      relative_difference: Math.max(relative, ...points.map((point) => point.relative)),
    },
    closedForm: closed !== undefined,
  };
}

/** Angles at which both engines are compared besides. */
const probes = ({ min, max }: { readonly min: number; readonly max: number }): number[] =>
  [0.29, 0.68].map((share) => min + share * (max - min));

function validFor({ incoming, outgoing }: Process, { names }: ProcessForms): string {
  const sum = (pair: Process['incoming']) =>
    pair
      .filter(({ mass }) => mass.value?.re !== 0)
      .map(({ mass }) => (/^\w+$/.test(mass.text) ? mass.text : `(${mass.text})`))
      .join(' + ');
  const bounds = [...new Set([sum(incoming), sum(outgoing)])].filter((text) => text !== '');
  return bounds.length === 0
    ? `${names.s} > 0`
    : bounds.map((bound) => `sqrt(${names.s}) > ${bound}`).join(' and ');
}

function notesOf(
  process: Process,
  reach: Reach,
  { names }: ProcessForms,
  usable: boolean,
  input: CollisionInput,
): string[] {
  const missing = missingNames(process);
  return [
    `In the formulas ${names.s} is sqrt_s_gev**2 and ${names.t} = (p_in1 - p_out1)**2.`,
    ...unusedWidths(process),
    ...(reach.kind === 'closed'
      ? [
          `At or below threshold: the cross section is 0. The outgoing particles have ${massesTogether(process.outgoing)} together.`,
        ]
      : []),
    ...(reach.kind === 'symbolic' && input.sqrt_s_gev === undefined
      ? ['No number, since sqrt_s_gev is not given.']
      : []),
    ...((reach.kind === 'symbolic' || reach.kind === 'open') && missing.length > 0
      ? [`No number, since these have no value: ${missing.join(', ')}.`]
      : []),
    ...(usable
      ? []
      : [
          'No closed form of the total: two poles coincide at these values. The check is of dsigma/dcos(theta).',
        ]),
  ];
}

import { defineOperation, type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import { LEPTON_MASS_GEV } from './constants.ts';
import { keepApart, placesRead } from './io/places.ts';
import { writeWhole } from './io/table-file.ts';
import { type Traced, traceFile } from './trace-file.ts';
import { PRESETS, presetCouplings } from './widths/preset.ts';
import { decayLengthM, type Mode, MODES, scalarWidths } from './widths/widths.ts';
import type { Acceptance } from './yields/acceptance.ts';
import { findCrossings } from './yields/crossings.ts';
import { createScan } from './yields/scan.ts';
import { placesOf, pointsPerDecade, Positive, volumeInput } from './yields/volume-input.ts';
import {
  type Diagnostic,
  ParentCount,
  ShownDiagnostic,
  YieldPoint,
  type YieldsFile,
} from './yields/yields-file.ts';
import {
  diagnosticOf,
  edgePoints,
  fluxRecord,
  leptonOf,
  LIMITATIONS,
  parentCounts,
  shownDiagnostic,
  thinned,
  TOOLKIT,
  volumeRecord,
  yieldPoints,
} from './yields/yields-record.ts';

const Grid = z.number().min(1e-20).max(100);

const Input = z.strictObject({
  ...volumeInput,
  channel: z.enum(MODES).describe('Visible decay mode of the scalar.'),
  n_int: Positive.describe('Number of inelastic collisions that the weights are multiplied by.'),
  preset: z
    .enum(PRESETS)
    .default('muon-only')
    .describe('Pattern of couplings to leptons; g is the coupling to the muon.'),
  width_ref_gev: Positive.optional().describe(
    'Total width at g = 1 instead of that of the preset, GeV; with br_visible.',
  ),
  br_visible: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Branching ratio into the channel, with width_ref_gev.'),
  g_grid: z.array(Grid).min(2).max(2000).optional().describe('Couplings. Default: g_min to g_max.'),
  g_min: Grid.default(1e-9).describe('Smallest coupling.'),
  g_max: Grid.default(1).describe('Largest coupling.'),
  points_per_decade: pointsPerDecade('Couplings'),
  n_target: Positive.default(3).describe('Number of events whose crossings are looked for.'),
  output_path: z
    .string()
    .min(1)
    .max(400)
    .default('yields.json')
    .describe('File for the yields (llpyields-1.0), such as "yields/mumu_0.3.json".'),
});
type Input = z.output<typeof Input>;

const Output = z.strictObject({
  path: z.string(),
  m_phi_gev: z.number(),
  channel: z.string(),
  acceptance: z.string(),
  br_visible: z.number(),
  width_ref_gev: z.number().describe('Total width at g = 1.'),
  ctau_ref_g1_m: z.number().describe('c tau at g = 1; it falls like 1/g^2.'),
  diagnostic: ShownDiagnostic,
  parents: z.array(ParentCount).describe('At most 9 of them; all are in the file.'),
  yields: z.array(YieldPoint).describe('At most 24 of the couplings; all are in the file.'),
  warnings: z.array(z.string()),
});
type Output = z.output<typeof Output>;

export const decayInVolumeVsCoupling = defineOperation({
  name: 'DecayInVolumeVsCoupling',
  title: 'Decays in a volume, by coupling',
  description:
    'Expected decays N(g) of scalars in a cylindrical volume: N_int g^2 B sum_j w_j P_j(g) A_j(g), where g^2 belongs to the ' +
    'production, P is the probability to decay on the exact path of the ray through the cylinder from its displaced vertex, and A ' +
    'the acceptance averaged over that path. Finds all couplings where N passes n_target (lower edge: first upward, upper edge: ' +
    'last downward), with statistical uncertainties that count all draws of one parent as one. The default grid reaches g = 1.',
  input: Input,
  output: Output,
  effects: {
    reads: ['flux_path'],
    writes: ['output_path'],
    deterministic: true,
    typicalMs: 3000,
    long: true,
  },
  maxResultBytes: 8192,
  run: yieldsVsCoupling,
});

const DAUGHTER_MASS: Readonly<Record<Mode, number>> = {
  ee: LEPTON_MASS_GEV.e,
  mumu: LEPTON_MASS_GEV.mu,
  tautau: LEPTON_MASS_GEV.tau,
  gammagamma: 0,
};

/** @throws ToolbaseError BAD_ARGUMENTS */
async function yieldsVsCoupling(input: Input, context: OperationContext): Promise<Output> {
  const { channel, n_int: collisions, n_target: target } = input;
  const acceptance = acceptanceOf(input);
  const { widthGeV, branching } = widthOf(input);
  const ctauM = decayLengthM(widthGeV);
  const grid = gridOf(input);
  const mass = DAUGHTER_MASS[channel];
  keepApart({ output_path: context.writePath(input.output_path) }, placesRead(input, ['flux_path'], context));
  const { flux, geometry, daughters, sha256, sumPieces, values } = await traceFile(
    input,
    acceptance,
    [mass, mass],
    context,
  );
  const produced = productionCoupling(values, input);
  const scan = createScan(
    flux.pieces,
    sumPieces,
    (g) => g ** 2 / ctauM,
    (g) => collisions * (produced * g) ** 2 * branching,
  );
  const points = await scan(grid);
  const found = await findCrossings(points, target, scan);
  const diagnostic = diagnosticOf(found, target);
  const parents = parentCounts(flux, points, await edgePoints(found, scan));
  const file: YieldsFile = {
    format: 'llpyields-1.0',
    toolkit: TOOLKIT,
    scan: 'coupling',
    quantity: 'expected number of decays',
    m_phi_gev: input.m_phi_gev,
    channel,
    conventions: conventionsOf(produced),
    limitations: LIMITATIONS,
    inputs: [{ name: input.flux_path, sha256 }],
    ...volumeRecord(geometry, acceptance, daughters),
    flux: fluxRecord(values),
    n_int: collisions,
    br_visible: branching,
    width_ref_gev: widthGeV,
    ctau_ref_g1_m: ctauM,
    grid_diagnostic: diagnostic,
    parents,
    yields: yieldPoints(points, 'g'),
  };
  await writeWhole(context.writePath(input.output_path), `${JSON.stringify(file, undefined, 1)}\n`);
  return {
    path: input.output_path,
    m_phi_gev: input.m_phi_gev,
    channel,
    acceptance,
    br_visible: branching,
    width_ref_gev: widthGeV,
    ctau_ref_g1_m: ctauM,
    diagnostic: shownDiagnostic(diagnostic),
    parents: parents.slice(0, 9),
    yields: thinned(file.yields),
    warnings: [...fluxWarnings(values, input), ...warningsOf(file, diagnostic)],
  };
}

/** @throws ToolbaseError BAD_ARGUMENTS for photons of another channel */
function acceptanceOf({ channel, acceptance }: Input): Acceptance {
  if (acceptance === 'two_photon' && channel !== 'gammagamma')
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `acceptance: two_photon does not go with the channel ${channel}`,
      { hint: 'Use two_track, or the channel gammagamma.' },
    );
  return acceptance ?? (channel === 'gammagamma' ? 'two_photon' : 'two_track');
}

/** @param produced coupling of the production at g = 1 */
const conventionsOf = (produced: number): string[] => [
  ...(produced === 1
    ? []
    : [
        `g^2 in front of the sum, of the production, is (${produced} g)^2: of the coupling to the lepton of the flux.`,
      ]),
  'n_sig = n_int g^2 br_visible sum_j w_j [exp(-L_in/lambda_j) - exp(-L_out/lambda_j)] A_j(g), lambda_j = p_j/m ctau_ref_g1_m/g^2.',
  'L_in and L_out are path lengths from the production vertex; A_j is averaged over the decay point.',
  'Uncertainties are statistical, one standard deviation; all draws of one parent are one cluster.',
];

/** @throws ToolbaseError BAD_ARGUMENTS */
function widthOf(input: Input): { widthGeV: number; branching: number } {
  const { width_ref_gev: given, br_visible: visible } = input;
  if ((given === undefined) !== (visible === undefined))
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      'width_ref_gev and br_visible belong together: one of them is missing',
      {
        hint: 'Give both, or neither to use the widths of the preset.',
      },
    );
  if (given !== undefined && visible !== undefined) return { widthGeV: given, branching: visible };
  const { partial_gev: partial, total_gev: total } = scalarWidths(
    input.m_phi_gev,
    presetCouplings(input.preset, 1),
  );
  if (partial[input.channel] === 0)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `channel: a scalar of ${input.m_phi_gev} GeV with couplings ${input.preset} does not decay to ${input.channel}`,
      {
        hint: 'Below threshold, or without a coupling: take gammagamma, another preset, or give width_ref_gev and br_visible.',
      },
    );
  return { widthGeV: total, branching: partial[input.channel] / total };
}

/** The coupling to the lepton that emits the scalars of a flux, at g = 1. With a width of the caller's, g is that coupling.
 * @throws ToolbaseError BAD_ARGUMENTS when the preset has none */
function productionCoupling(values: Traced['values'], { preset, width_ref_gev: given }: Input): number {
  if (given !== undefined) return 1;
  const lepton = leptonOf(values);
  const coupling = presetCouplings(preset, 1)[lepton];
  if (coupling === 0)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `flux_path: its scalars are emitted by ${lepton}, to which ${preset} has no coupling`,
      {
        hint: `Use another preset, a flux with lepton: mu, or width_ref_gev and br_visible, where g is the coupling to ${lepton}.`,
      },
    );
  return coupling;
}

function fluxWarnings(values: Traced['values'], { preset, width_ref_gev: given }: Input): string[] {
  return [
    ...(preset === 'muon-only' || given !== undefined
      ? []
      : [
          `Scalars emitted by ${leptonOf(values)} alone are counted; those of the other leptons are another flux.`,
        ]),
    ...(values['hemispheres'] === 'two-detectors'
      ? ['The flux is that into two detectors, one on each side: n_sig counts both.']
      : []),
  ];
}

/** @throws ToolbaseError BAD_ARGUMENTS */
function gridOf({ g_grid: given, g_min: from, g_max: to, points_per_decade: density }: Input): number[] {
  const names = { from: 'g_min', to: 'g_max', example: '1e-9 and 1' };
  const grid = placesOf(given, { from, to, density }, names);
  if (grid.length < 2)
    throw new ToolbaseError('BAD_ARGUMENTS', 'g_grid: holds fewer than two different couplings', {
      hint: 'Give at least two.',
    });
  return grid;
}

/** Of fewer parents the uncertainty itself is a guess. */
const FEW_PARENTS = 30;

function warningsOf(
  { yields, parents }: YieldsFile,
  { bracketed, crossings, n_target: target }: Diagnostic,
): string[] {
  const warnings: string[] = [];
  if (!bracketed) warnings.push('The target is exceeded at an end of the grid: the band goes on outside.');
  if (crossings.length > 2)
    warnings.push(`The target is crossed ${crossings.length} times: inside the band there is a gap.`);
  const thin = yields.filter(({ n_sig: n, n_eff: effective }) => n >= target && effective < FEW_PARENTS);
  if (thin.length > 0)
    warnings.push(
      `${thin.length} couplings above the target rest on fewer than ${FEW_PARENTS} effective parents: the edge there is uncertain.`,
    );
  if (parents.every(({ n_accepted: accepted }) => accepted === 0))
    warnings.push('No scalar is accepted: the yield is 0.');
  return warnings;
}

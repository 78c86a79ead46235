import { defineOperation, type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import { keepApart, placesRead } from './io/places.ts';
import { writeWhole } from './io/table-file.ts';
import { traceFile } from './trace-file.ts';
import { findCrossings } from './yields/crossings.ts';
import { createScan } from './yields/scan.ts';
import { placesOf, pointsPerDecade, Positive, volumeInput } from './yields/volume-input.ts';
import { ParentCount, ShownDiagnostic, YieldPoint, type YieldsFile } from './yields/yields-file.ts';
import {
  diagnosticOf,
  edgePoints,
  fluxRecord,
  LIMITATIONS,
  parentCounts,
  shownDiagnostic,
  thinned,
  TOOLKIT,
  volumeRecord,
  yieldPoints,
} from './yields/yields-record.ts';

const Lifetime = z.number().min(1e-15).max(1e25);

const Input = z.strictObject({
  ...volumeInput,
  ctau_grid_m: z
    .array(Lifetime)
    .min(1)
    .max(2000)
    .optional()
    .describe('c tau, m. Default: ctau_min_m to ctau_max_m.'),
  ctau_min_m: Lifetime.default(1e-4).describe('Smallest c tau, m.'),
  ctau_max_m: Lifetime.default(1e8).describe('Largest c tau, m.'),
  points_per_decade: pointsPerDecade('Lifetimes'),
  n_int: Positive.optional().describe('Number of inelastic collisions; with g_production and br_visible.'),
  g_production: z
    .number()
    .min(1e-20)
    .max(100)
    .optional()
    .describe('Coupling that the scalars are produced with.'),
  br_visible: z.number().min(0).max(1).optional().describe('Branching ratio into what is seen.'),
  n_target: Positive.optional().describe(
    'Value whose crossings are looked for: of events, or of the sum when no events are counted.',
  ),
  output_path: z
    .string()
    .min(1)
    .max(400)
    .default('yields_lifetime.json')
    .describe('File for the yields (llpyields-1.0).'),
});
type Input = z.output<typeof Input>;

const Output = z.strictObject({
  path: z.string(),
  m_phi_gev: z.number(),
  quantity: z.string().describe('What `n_sig` is.'),
  acceptance: z.string(),
  diagnostic: ShownDiagnostic.optional().describe('With n_target.'),
  parents: z.array(ParentCount).describe('At most 9 of them; all are in the file.'),
  yields: z.array(YieldPoint).describe('At most 24 of the lifetimes; all are in the file.'),
});
type Output = z.output<typeof Output>;

export const decayInVolumeVsLifetime = defineOperation({
  name: 'DecayInVolumeVsLifetime',
  title: 'Decays in a volume, by lifetime',
  description:
    'Decays of scalars in a cylindrical volume against c tau (m), which is free here: sum_j w_j P_j A_j per collision and per unit ' +
    'production coupling squared, with P on the exact path of the ray through the cylinder and A the acceptance averaged over it. ' +
    'Given n_int, g_production and br_visible together it is a number of events. acceptance has to be named unless ' +
    'daughter_masses_gev are given. Uncertainties count all draws of one parent as one.',
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
  run: yieldsVsLifetime,
});

/** @throws ToolbaseError BAD_ARGUMENTS */
async function yieldsVsLifetime(input: Input, context: OperationContext): Promise<Output> {
  const acceptance = input.acceptance ?? 'two_track';
  const events = eventsOf(input);
  const grid = gridOf(input);
  keepApart({ output_path: context.writePath(input.output_path) }, placesRead(input, ['flux_path'], context));
  const { flux, geometry, daughters, sha256, sumPieces, values } = await traceFile(
    input,
    acceptance,
    undefined,
    context,
  );
  const scan = createScan(
    flux.pieces,
    sumPieces,
    (ctau) => 1 / ctau,
    () => events?.factor ?? 1,
  );
  const points = await scan(grid);
  const { n_target: target } = input;
  const found = target === undefined ? undefined : await findCrossings(points, target, scan);
  const diagnostic = target === undefined || found === undefined ? undefined : diagnosticOf(found, target);
  const parents = parentCounts(flux, points, await edgePoints(found, scan));
  const quantity =
    events === undefined
      ? 'sum of w P A per inelastic collision and per g^2 of production'
      : 'expected number of decays';
  const file: YieldsFile = {
    format: 'llpyields-1.0',
    toolkit: TOOLKIT,
    scan: 'lifetime',
    quantity,
    m_phi_gev: input.m_phi_gev,
    channel: 'any',
    conventions: [
      'n_sig = factor x sum_j w_j [exp(-L_in/lambda_j) - exp(-L_out/lambda_j)] A_j, lambda_j = p_j/m c tau; the factor is 1, or n_int g_production^2 br_visible.',
      'L_in and L_out are path lengths from the production vertex; A_j is averaged over the decay point.',
      'Uncertainties are statistical, one standard deviation; all draws of one parent are one cluster.',
    ],
    limitations: LIMITATIONS,
    inputs: [{ name: input.flux_path, sha256 }],
    ...volumeRecord(geometry, acceptance, daughters),
    flux: fluxRecord(values),
    ...events?.record,
    ...(diagnostic === undefined ? {} : { grid_diagnostic: diagnostic }),
    parents,
    yields: yieldPoints(points, 'ctau_m'),
  };
  await writeWhole(context.writePath(input.output_path), `${JSON.stringify(file, undefined, 1)}\n`);
  return {
    path: input.output_path,
    m_phi_gev: input.m_phi_gev,
    quantity,
    acceptance,
    ...(diagnostic === undefined ? {} : { diagnostic: shownDiagnostic(diagnostic) }),
    parents: parents.slice(0, 9),
    yields: thinned(file.yields),
  };
}

/** What turns the sum into events; undefined when nothing of it is given.
 * @throws ToolbaseError BAD_ARGUMENTS when a part is missing */
function eventsOf({ n_int: collisions, g_production: g, br_visible: visible }: Input) {
  if (collisions === undefined && g === undefined && visible === undefined) return undefined;
  if (collisions === undefined || g === undefined || visible === undefined)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      'n_int, g_production and br_visible belong together: not all are given',
      {
        hint: 'Give all three for a number of events, or none for the sum per collision and coupling.',
      },
    );
  return {
    factor: collisions * g ** 2 * visible,
    record: { n_int: collisions, g_production: g, br_visible: visible },
  };
}

/** @throws ToolbaseError BAD_ARGUMENTS */
function gridOf({
  ctau_grid_m: given,
  ctau_min_m: from,
  ctau_max_m: to,
  points_per_decade: density,
}: Input): number[] {
  const names = { from: 'ctau_min_m', to: 'ctau_max_m', example: '1e-4 and 1e8' };
  return placesOf(given, { from, to, density }, names);
}

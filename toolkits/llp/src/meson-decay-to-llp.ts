import { setImmediate } from 'node:timers/promises';
import { defineOperation, type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import { PARENT_CTAU_M } from './constants.ts';
import {
  answerOf,
  DecayAnswer,
  type DecayedFlux,
  type DecayedParent,
  type DecayManifest,
} from './decay/decay-manifest.ts';
import { decayParents, type ParentSample } from './decay/decay-parents.ts';
import { fluxTable, type NamedRows } from './decay/flux-table.ts';
import { checkedTogether, type FluxFile } from './decay/flux-conventions.ts';
import { parentGroups } from './decay/parent-groups.ts';
import { writeManifest } from './io/event-files.ts';
import { keepApart } from './io/places.ts';
import { readTable, writeTable } from './io/table-file.ts';
import { emissionSpectrum, PARENT_NAMES, type ParentName, PARENTS } from './production/index.ts';
import type { TableMetadata } from './tables/index.ts';
import { VERSION } from './version.ts';

const FilePath = z.string().min(1).max(400);

const Input = z.strictObject({
  parent_flux_paths: z
    .array(FilePath)
    .min(1)
    .max(32)
    .describe(
      'Parent fluxes of HarvestForwardFlux (.arrow, .parquet, .csv, .jsonl); their kinds must not repeat.',
    ),
  masses_gev: z.array(z.number().min(1e-6).max(5)).min(1).max(64).describe('Masses of the scalar, GeV.'),
  lepton: z.enum(['e', 'mu', 'tau']).default('mu').describe('Lepton that emits the scalar.'),
  parents: z
    .array(z.enum(PARENT_NAMES))
    .min(1)
    .max(9)
    .optional()
    .describe('Kinds of parents to use; by default all that the fluxes hold.'),
  z_shield_m: z
    .number()
    .min(0)
    .max(1e5)
    .describe('Where the shield starts, m: parents that reach it are lost.'),
  ctau_parent_m: z
    .number()
    .min(0)
    .max(1e6)
    .optional()
    .describe('Proper decay length instead of the cited one, m; with one kind of parent.'),
  branching_fraction: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('B(P -> mu nu) or B(V -> l+ l-) instead of the cited one; with one kind of parent.'),
  n_strata: z.number().int().min(1).max(4096).default(16).describe('Draws of each parent, stratified.'),
  theta_max_rad: z
    .number()
    .min(0)
    .max(3.1416)
    .default(3.1416)
    .describe(
      'Scalars at larger angles to the beam are not written, rad. Take it wider than the volume looks.',
    ),
  rest_frame: z
    .boolean()
    .default(false)
    .describe(
      'Adds the columns x_rest (2E/M), cos_theta_rest and azimuth_rest (rad): the draw in the rest frame of the parent, axes parallel to ' +
        'those of the laboratory. To weigh rows for another spectrum or a polarised parent.',
    ),
  seed: z.number().int().min(0).max(9007199254740991).describe('Seed; the same input gives the same file.'),
  output_dir: FilePath.describe(
    'Folder for llpflux_<mass>.<file_format>, one file a mass, and llpflux_manifest.json.',
  ),
  file_format: z.enum(['arrow', 'parquet', 'csv', 'jsonl']).default('arrow').describe('Kind of the files.'),
});
type Input = z.output<typeof Input>;

export const mesonDecayToLlp = defineOperation({
  name: 'MesonDecayToLLP',
  title: 'Meson decays to the scalar',
  description:
    'Lets the mesons of parent fluxes decay to a light scalar: flight from the collision to the shield (truncated exponential, the ' +
    'weight carries the probability), energy from the production spectrum, isotropic in the rest frame, boosted to the laboratory. ' +
    'Writes one llpflux-2.0 table a mass and a manifest: E, p (GeV), production vertex (m), weight per inelastic collision and g^2. n_strata ' +
    'stratified draws a parent; reproducible by seed. Draws are compared with exact means.',
  input: Input,
  output: DecayAnswer,
  effects: {
    reads: ['parent_flux_paths/*'],
    writes: ['output_dir'],
    deterministic: true,
    typicalMs: 5000,
    long: true,
  },
  maxResultBytes: 8192,
  run: mesonDecays,
});

const LIMITATIONS = [
  'A parent enters with its nominal mass and its three-momentum, E recomputed; the line shape of the rho is not included.',
  'Parents start at the collision point and fly straight: no interaction with material and no magnetic field before the shield.',
  'Isotropic decay in the rest frame: parents are unpolarised.',
];

/** Files of parents, and what they say that still holds of the scalars. */
type Sources = { readonly inputs: TableMetadata['inputs']; readonly declared: TableMetadata['values'] };
/** One mass. */
type Decayed = { readonly flux: DecayedFlux; readonly parents: readonly DecayedParent[] };
type Parents = { readonly name: ParentName; readonly sample: ParentSample; readonly first: number };

/** @throws ToolbaseError BAD_ARGUMENTS */
async function mesonDecays(given: Input, context: OperationContext): Promise<DecayAnswer> {
  // A mass that is given twice is one file.
  const input = { ...given, masses_gev: [...new Set(given.masses_gev)] };
  const { parents, unused, inputs, declared } = await readParents(input, context);
  if (parents.length > 1 && (input.ctau_parent_m !== undefined || input.branching_fraction !== undefined))
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `ctau_parent_m and branching_fraction belong to one kind of parent, but there are ${parents.length}`,
      { hint: 'Choose one with `parents`, or leave them out to use the cited values.' },
    );
  checkSize(parents, input.n_strata);
  keepApart(placesWritten(input, context), placesOfParents(input, context));
  const decayed: Decayed[] = [];
  for (const mass of input.masses_gev) {
    context.signal.throwIfAborted();
    context.progress(decayed.length, input.masses_gev.length, `scalar of ${mass} GeV`);
    decayed.push(await decayedAt(mass, parents, { inputs, declared }, input, context));
  }
  const manifest: DecayManifest = {
    toolkit: `@toolbase/llp ${VERSION}`,
    limitations: LIMITATIONS,
    unused,
    fluxes: decayed.map(({ flux }) => flux),
    parents: decayed.flatMap(({ parents: told }) => told),
  };
  const manifestPath = `${input.output_dir}/${MANIFEST}`;
  await writeManifest(context.writePath(manifestPath), manifest);
  return answerOf(manifest, manifestPath);
}

/** Rows of one mass: a larger Arrow file could not be read again. They are in memory three times before they are in the file. */
const MOST_ROWS = 2e7;

/** @throws ToolbaseError FILE_TOO_LARGE */
function checkSize(parents: readonly Parents[], strata: number): void {
  const count = parents.reduce((sum, { sample }) => sum + sample.weight.length, 0);
  if (count * strata > MOST_ROWS)
    throw new ToolbaseError(
      'FILE_TOO_LARGE',
      `${count} parents with ${strata} draws each are more than ${MOST_ROWS} rows a mass`,
      { hint: 'Give fewer n_strata, or parents thinned by `cap` of HarvestForwardFlux.' },
    );
}

const MANIFEST = 'llpflux_manifest.json';
const fluxPath = (mass: number, { output_dir: folder, file_format: ending }: Input): string =>
  `${folder}/llpflux_${mass}.${ending}`;

const placesWritten = (input: Input, context: OperationContext): Record<string, string> =>
  Object.fromEntries(
    [...input.masses_gev.map((mass) => fluxPath(mass, input)), `${input.output_dir}/${MANIFEST}`].map(
      (file) => [`output_dir (${file})`, context.writePath(file)],
    ),
  );

const placesOfParents = (input: Input, context: OperationContext): Record<string, string> =>
  Object.fromEntries(input.parent_flux_paths.map((file) => [file, context.readPath(file)]));

async function readParents(
  input: Input,
  context: OperationContext,
): Promise<Sources & { parents: Parents[]; unused: string[] }> {
  const parents: Parents[] = [];
  const unused: string[] = [];
  const inputs: TableMetadata['inputs'] = [];
  const files: FluxFile[] = [];
  let first = 0;
  for (const label of input.parent_flux_paths) {
    const { table, sha256 } = await readTable(context.readPath(label), label, context.signal);
    inputs.push({ name: label, sha256 });
    files.push({ label, values: table.metadata.values });
    for (const [found, sample] of parentGroups(table, label)) {
      const name = PARENT_NAMES.find((known) => known === found);
      if (name === undefined)
        throw new ToolbaseError(
          'BAD_ARGUMENTS',
          `${label}: no parent is called ${JSON.stringify(found.slice(0, 40))}`,
          {
            hint: `Known: ${PARENT_NAMES.join(', ')}.`,
          },
        );
      if (parents.some((other) => other.name === name))
        throw new ToolbaseError('BAD_ARGUMENTS', `${label}: holds ${name}, as a flux before it does`, {
          hint: 'Each kind comes from one declared sample: samples that both hold it would be counted twice.',
        });
      if (input.parents !== undefined && !input.parents.includes(name)) unused.push(name);
      else parents.push({ name, sample, first });
      first += sample.weight.length;
    }
  }
  const declared = checkedTogether(files);
  const missing = input.parents?.find((name) => !parents.some((parent) => parent.name === name));
  if (missing !== undefined || parents.length === 0)
    throw new ToolbaseError('BAD_ARGUMENTS', `the fluxes hold no ${missing ?? 'parents'}`, {
      hint: 'Harvest them, or do not ask for them.',
    });
  return { parents, unused, inputs, declared };
}

async function decayedAt(
  mass: number,
  parents: readonly Parents[],
  sources: Sources,
  input: Input,
  context: OperationContext,
): Promise<Decayed> {
  const decayed: NamedRows[] = [];
  const told: DecayedParent[] = [];
  for (const parent of parents) {
    context.signal.throwIfAborted();
    const result = decayKind(parent, mass, input);
    told.push(result.told);
    if (result.rows !== undefined) decayed.push({ parent: parent.name, rows: result.rows });
    // Lets messages through: a cancellation may be among them.
    await setImmediate();
  }
  const rows = decayed.reduce((sum, { rows: { weight } }) => sum + weight.length, 0);
  if (decayed.length === 0) return { flux: { m_phi_gev: mass, n_rows: 0 }, parents: told };
  const path = fluxPath(mass, input);
  const table = fluxTable(decayed, metadataOf(mass, sources, input, told), input.rest_frame);
  const sha256 = await writeTable(context.writePath(path), table);
  return { flux: { m_phi_gev: mass, path, sha256, n_rows: rows }, parents: told };
}

function decayKind(
  { name, sample, first }: Parents,
  mass: number,
  input: Input,
): { told: DecayedParent; rows?: NamedRows['rows'] } {
  const massGeV = PARENTS[name].massGeV;
  const { lepton, branching_fraction: branching, n_strata: strata, seed } = input;
  const spectrum = emissionSpectrum({ parent: name, lepton, scalarMassGeV: mass, branching, cells: 1024 });
  const count = { m_phi_gev: mass, parent: name, n_parents: sample.weight.length };
  if (!spectrum.open) return { told: { ...count, open: false, ...NOTHING } };
  const flying: Readonly<Record<string, number>> = PARENT_CTAU_M;
  const decayed = decayParents(
    sample,
    {
      massGeV,
      ctauM: input.ctau_parent_m ?? flying[name] ?? 0,
      scalarMassGeV: mass,
      bHat: spectrum.bHat,
      meanX: spectrum.meanX,
      spectrum: spectrum.table,
    },
    { shieldM: input.z_shield_m, strata, seed, thetaMaxRad: input.theta_max_rad, firstParent: first },
  );
  return {
    told: {
      ...count,
      open: true,
      B_hat: spectrum.bHat,
      n_backward: decayed.backward,
      n_rows: decayed.rows.weight.length,
      mean_decay_probability: decayed.meanProbability,
      sum_of_weights: decayed.sumOfWeights,
      mean_energy_gev: decayed.energyGeV.sampled,
      mean_energy_exact_gev: decayed.energyGeV.exact,
      mean_vertex_z_m: decayed.vertexZ.sampled,
      mean_vertex_z_exact_m: decayed.vertexZ.exact,
    },
    rows: decayed.rows,
  };
}

/** Of a channel that is closed. */
const NOTHING = {
  B_hat: 0,
  n_backward: 0,
  n_rows: 0,
  mean_decay_probability: 0,
  sum_of_weights: 0,
  mean_energy_gev: 0,
  mean_energy_exact_gev: 0,
  mean_vertex_z_m: 0,
  mean_vertex_z_exact_m: 0,
};

const metadataOf = (
  mass: number,
  { inputs, declared }: Sources,
  input: Input,
  told: readonly DecayedParent[],
): TableMetadata => ({
  format: 'llpflux-2.0',
  toolkit: `@toolbase/llp ${VERSION}`,
  conventions: [
    'event_weight_g2_stripped is per inelastic collision and per g^2: weight of the parent x B_hat x probability to decay before the shield / n_strata.',
    'event_id numbers the parents; rows that share it are draws of one parent and no independent measurements.',
    'vx, vy, vz is where the parent decays, from the collision point; z along the beam.',
    ...LIMITATIONS,
  ],
  seed: input.seed,
  inputs,
  values: {
    ...declared,
    m_phi_gev: mass,
    lepton: input.lepton,
    z_shield_m: input.z_shield_m,
    n_strata: input.n_strata,
    theta_max_rad: input.theta_max_rad,
    parents: told.filter(({ open }) => open).map(({ parent }) => parent),
    B_hat: told.filter(({ open }) => open).map(({ B_hat }) => B_hat),
  },
});

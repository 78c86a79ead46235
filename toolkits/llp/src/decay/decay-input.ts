import * as z from 'zod';
import { PARENT_NAMES } from '../production/index.ts';

const FilePath = z.string().min(1).max(400);

export const DecayInput = z.strictObject({
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
export type DecayInput = z.output<typeof DecayInput>;

import * as z from 'zod';
import { DEFAULT_PARENTS, PARENT_NAMES } from '../production/index.ts';
import { runArguments } from '../pythia/run-input.ts';
import { CHARMONIUM_SOURCES } from './charmonium.ts';
import { CHARGES, HEMISPHERES } from './sides.ts';

const FilePath = z.string().min(1).max(400);

export const HarvestInput = z.strictObject({
  cmnd_path: FilePath.optional().describe(
    'Run card: harvest while Pythia generates. Instead of a file of events.',
  ),
  ...runArguments,
  pythia_events_path: FilePath.optional().describe('File of events, evtjsonl-1.0, instead of a run card.'),
  manifest_path: FilePath.optional().describe('Manifest of PythiaFromRunCard beside the file of events.'),
  n_gen: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Events generated, when not one line of the file is one.'),
  sigma_gen_mb: z.number().min(0).optional().describe('Generated cross section of a file of events, mb.'),
  sigma_norm_mb: z
    .number()
    .min(0)
    .optional()
    .describe(
      'Inelastic cross section that weights are normalised to, mb; by default sigma_gen of an inelastic sample (weight 1/N). Needed for charmonium.',
    ),
  prescales: z
    .array(z.strictObject({ parent: z.enum(PARENT_NAMES), factor: z.number().min(1).max(1e9) }))
    .max(9)
    .default([])
    .describe(
      'Of a file of events that keeps one of `factor` of a parent: their weights are multiplied by it.',
    ),
  parents: z
    .array(z.enum(PARENT_NAMES))
    .min(1)
    .max(9)
    .default([...DEFAULT_PARENTS])
    .describe('Mesons to harvest, by the absolute PDG id.'),
  charge: z.enum(CHARGES).default('both').describe('Of charged mesons.'),
  hemispheres: z
    .enum(HEMISPHERES)
    .describe(
      'forward: pz > 0, weight w. both-folded: both sides mirrored onto one, weight w/2. two-detectors: both, weight w: twice the flux.',
    ),
  theta_max_rad: z
    .number()
    .min(1e-6)
    .max(1.5)
    .describe('Half opening of the cone, rad. Wider than the detector: scalars leave parents at about M/E.'),
  charmonium: z
    .enum(CHARMONIUM_SOURCES)
    .default('auto')
    .describe(
      'Where J/psi and psi(2S) come from, exactly one sample: auto takes them from a charmonium card alone and drops them elsewhere.',
    ),
  cap: z
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(100_000)
    .describe('Most rows of one parent; more are thinned and weigh more.'),
  output_path: FilePath.default('parents.arrow').describe(
    'Parent flux to write: .arrow, .parquet, .csv or .jsonl.',
  ),
  bare_jsonl: z
    .boolean()
    .default(false)
    .describe('For .jsonl: without the first line of metadata, as other programs read it.'),
  harvest_manifest_path: FilePath.default('harvest_manifest.json').describe('Manifest to write.'),
});
export type HarvestInput = z.output<typeof HarvestInput>;

const ParentCount = z.strictObject({
  parent: z.string(),
  n_found: z.number(),
  n_rows: z.number(),
  weight_per_row: z.number(),
  mean_multiplicity: z
    .number()
    .describe('In the cone, per inelastic collision and detector side as declared.'),
  n_effective: z.number().describe('Independent events: (sum w)^2/sum over events of w^2.'),
  relative_error: z.number(),
});

export const HarvestManifest = z.strictObject({
  format: z.literal('parentflux-1.0'),
  toolkit: z.string(),
  generator: z.string(),
  source: z.strictObject({ name: z.string(), sha256: z.string() }),
  sample: z.enum(['soft', 'charmonium', 'other', 'unknown']),
  small_pt_damping: z.boolean().optional(),
  seeds: z.array(z.number()),
  n_generated: z.number(),
  n_failed: z.number(),
  sigma_gen_mb: z.number().optional(),
  sigma_err_mb: z.number().optional(),
  sigma_norm_mb: z.number().optional(),
  weight: z.number().describe('Of one particle per inelastic collision, before caps.'),
  hemispheres: z.enum(HEMISPHERES),
  charge: z.enum(CHARGES),
  theta_max_rad: z.number(),
  cap: z.number(),
  prescales: z.array(z.strictObject({ parent: z.string(), factor: z.number() })),
  charmonium: z.enum(['this_sample', 'another_sample', 'none']),
  dropped: z.array(z.string()),
  parents: z.array(ParentCount),
  output_sha256: z.string(),
  conventions: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type HarvestManifest = z.output<typeof HarvestManifest>;

export const HarvestOutput = z.strictObject({
  output_path: z.string(),
  harvest_manifest_path: z.string(),
  manifest: HarvestManifest,
});
export type HarvestOutput = z.output<typeof HarvestOutput>;

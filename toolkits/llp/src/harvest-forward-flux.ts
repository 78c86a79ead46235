import { defineOperation, type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import { HarvestInput, type HarvestManifest, HarvestOutput } from './harvest/input.ts';
import { createRandom } from './decay/random.ts';
import { type ParentCount, parentFlux } from './harvest/parent-flux.ts';
import { foldWeight } from './harvest/sides.ts';
import { weightOf } from './harvest/weight.ts';
import { writeManifest } from './io/event-files.ts';
import { charmoniumOf, harvestCard, harvestFile, type Sample } from './io/harvest-sample.ts';
import { keepApart, placesRead } from './io/places.ts';
import { writeTable } from './io/table-file.ts';
import { type TableMetadata, tableOf } from './tables/index.ts';
import { VERSION } from './version.ts';

export const harvestForwardFlux = defineOperation({
  name: 'HarvestForwardFlux',
  title: 'Forward flux of mesons',
  description:
    'Mesons in a cone around the beam with weights per inelastic collision, from a Pythia 8 run card while it generates (no file ' +
    'of events) or from a file of events: a parentflux-1.0 table (E, px, py, pz in GeV) and a manifest. Weight sigma_gen/' +
    '(sigma_norm N). hemispheres must be declared, since it is a factor of 2. Both charges, last copies, short-lived hadrons ' +
    'decayed. J/psi and psi(2S) come from exactly one sample. Reports the multiplicity and effective events of each parent.',
  input: HarvestInput,
  output: HarvestOutput,
  effects: {
    reads: ['cmnd_path', 'pythia_events_path', 'manifest_path'],
    writes: ['output_path', 'harvest_manifest_path'],
    deterministic: true,
    typicalMs: 60_000,
    long: true,
  },
  maxResultBytes: 8192,
  run: harvest,
});

/** @throws ToolbaseError BAD_ARGUMENTS, EXTERNAL_MISSING, CANCELLED, OPERATION_FAILED */
async function harvest(given: HarvestInput, context: OperationContext): Promise<HarvestOutput> {
  // A parent that is named twice is there once.
  const input = { ...given, parents: [...new Set(given.parents)] };
  const { output_path, harvest_manifest_path } = input;
  const [target, beside] = [context.writePath(output_path), context.writePath(harvest_manifest_path)];
  keepApart(
    { output_path: target, harvest_manifest_path: beside },
    placesRead(input, ['cmnd_path', 'pythia_events_path', 'manifest_path'], context),
  );
  const prescales = prescalesOf(input);
  const sample = await sampleOf(input, context);
  const { weight, sigmaNormMb } = weightOf({
    nGenerated: sample.nGenerated,
    sigmaGenMb: sample.sigmaGenMb,
    sigmaNormMb: input.sigma_norm_mb,
    kind: sample.kind,
  });
  const flux = parentFlux(sample.rows, {
    parents: sample.parents,
    weight: weight * foldWeight(input.hemispheres),
    prescales,
    cap: input.cap,
    random: createRandom(0, 0),
  });
  const manifest: Omit<HarvestManifest, 'output_sha256'> = {
    ...sampleParts(sample),
    format: 'parentflux-1.0',
    toolkit: `@toolbase/llp ${VERSION}`,
    ...(sigmaNormMb === undefined ? {} : { sigma_norm_mb: sigmaNormMb }),
    weight,
    hemispheres: input.hemispheres,
    charge: input.charge,
    theta_max_rad: input.theta_max_rad,
    cap: input.cap,
    prescales: input.prescales,
    charmonium: charmoniumOf(sample, input.charmonium),
    parents: [...flux.counts],
    conventions: conventionsOf(input),
    warnings: [...sample.warnings, ...charmoniumWarnings(sample), ...missingWarnings(sample, flux.counts)],
  };
  const sha256 = await writeTable(target, tableOf(flux.columns, metadataOf(manifest)), input.bare_jsonl);
  const whole: HarvestManifest = { ...manifest, output_sha256: sha256 };
  await writeManifest(beside, whole);
  return { output_path, harvest_manifest_path, manifest: whole };
}

/** @throws ToolbaseError BAD_ARGUMENTS for one that belongs to nothing, or twice to the same */
function prescalesOf({ prescales, parents, cmnd_path: card }: HarvestInput): Map<string, number> {
  const byParent = new Map(prescales.map(({ parent, factor }) => [parent, factor]));
  if (prescales.length > 0 && card !== undefined)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      'prescales: belong to a file of events, but a run card is harvested',
      {
        hint: 'While Pythia runs every meson is kept; `cap` limits rows.',
      },
    );
  const stray = prescales.find(({ parent }) => !parents.includes(parent));
  if (stray !== undefined || byParent.size < prescales.length)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      stray === undefined ? 'prescales: names a parent twice' : `prescales: ${stray.parent} is not harvested`,
      { hint: 'One entry for each parent of which the file keeps a part.' },
    );
  return byParent;
}

async function sampleOf(input: HarvestInput, context: OperationContext): Promise<Sample> {
  const { cmnd_path: card, pythia_events_path: events } = input;
  if (card !== undefined && events === undefined) return harvestCard(card, input, context);
  if (card === undefined && events !== undefined) return harvestFile(events, input, context);
  throw new ToolbaseError('BAD_ARGUMENTS', 'give either cmnd_path or pythia_events_path', {
    hint: 'A run card is harvested while it runs; a file of events as it is.',
  });
}

const sampleParts = (sample: Sample) => ({
  generator: sample.generator,
  source: { ...sample.source },
  sample: sample.kind,
  ...(sample.damped === undefined ? {} : { small_pt_damping: sample.damped }),
  seeds: [...sample.seeds],
  n_generated: sample.nGenerated,
  n_failed: sample.nFailed,
  ...(sample.sigmaGenMb === undefined ? {} : { sigma_gen_mb: sample.sigmaGenMb }),
  ...(sample.sigmaErrMb === undefined ? {} : { sigma_err_mb: sample.sigmaErrMb }),
  dropped: [...sample.dropped],
});

const charmoniumWarnings = (sample: Sample): string[] =>
  sample.dropped.length === 0 || !sample.holdsCharmonium
    ? []
    : [
        `${sample.dropped.join(', ')} dropped: take them from one charmonium sample, or set charmonium to this_sample`,
      ];

const missingWarnings = ({ nGenerated }: Sample, counts: readonly ParentCount[]): string[] => {
  const none = counts.filter(({ n_found: found }) => found === 0).map(({ parent }) => parent);
  return none.length === 0 ? [] : [`no ${none.join(', ')} in the cone among ${nGenerated} events`];
};

/** What holds for all rows, for whoever reads the table without the manifest. */
function metadataOf(manifest: Omit<HarvestManifest, 'output_sha256'>): TableMetadata {
  const { source, conventions, seeds, parents, toolkit, format } = manifest;
  const [seed] = seeds;
  const plain = Object.entries(manifest).flatMap(([key, value]) =>
    ['number', 'string', 'boolean'].includes(typeof value) && !['format', 'toolkit'].includes(key)
      ? [[key, value as number | string | boolean] as const]
      : [],
  );
  return {
    format,
    toolkit,
    conventions,
    ...(seed === undefined ? {} : { seed }),
    inputs: [{ ...source }],
    values: {
      ...Object.fromEntries(plain),
      seeds,
      parents: parents.map(({ parent }) => parent),
      n_effective: parents.map(({ n_effective: effective }) => effective),
    },
  };
}

const conventionsOf = ({ hemispheres, charge }: HarvestInput): string[] => [
  'E, px, py, pz in GeV; z along the beam towards the detector; pz > 0 in every row.',
  'weight_per_collision is per inelastic collision, sigma_gen/(sigma_norm N_gen), times n_found/n_rows of thinned parents and the factor of prescaled ones.',
  {
    forward: 'Particles with pz > 0 only.',
    'both-folded': 'Both hemispheres mirrored onto one with half the weight: the flux of one side.',
    'two-detectors':
      'Both hemispheres mirrored onto one with full weight: the flux into a detector on each side together.',
  }[hemispheres],
  charge === 'both' ? 'Both charges of charged mesons.' : `Charged mesons of charge ${charge} only.`,
  'Each meson once, at its last copy in the event record; rows with equal event are of one collision.',
  'sample says which collisions; charmonium says from which sample J/psi and psi(2S) are taken.',
];

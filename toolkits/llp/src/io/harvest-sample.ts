import { readFile } from 'node:fs/promises';
import { type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import type { HarvestInput } from '../harvest/input.ts';
import { type Rows, rowsOfRecords } from '../harvest/rows.ts';
import { type CharmoniumSource, parentsFrom } from '../harvest/charmonium.ts';
import { checkSides, idsOf } from '../harvest/sides.ts';
import { type ParentName, PARENTS } from '../production/index.ts';
import type { SampleKind } from '../pythia/check-card.ts';
import { EventManifest } from '../pythia/event-manifest.ts';
import { settled } from '../pythia/settle.ts';
import { readCard } from './read-card.ts';
import { readEvents } from './read-events.ts';
import { PYTHIA_PACKAGE, runPythia } from './run-pythia.ts';

/** A harvested sample, before weights. */
export type Sample = {
  readonly rows: Rows;
  readonly parents: readonly ParentName[];
  readonly dropped: readonly ParentName[];
  readonly generator: string;
  readonly source: { readonly name: string; readonly sha256: string };
  readonly kind: SampleKind | 'unknown';
  readonly damped: boolean | undefined;
  readonly holdsCharmonium: boolean;
  readonly seeds: readonly number[];
  readonly nGenerated: number;
  readonly nFailed: number;
  readonly sigmaGenMb: number | undefined;
  readonly sigmaErrMb: number | undefined;
  readonly warnings: readonly string[];
};

/** Harvests while Pythia runs the card.
 * @throws ToolbaseError as readCard, runPythia and the checks of the declarations do */
export async function harvestCard(
  name: string,
  input: HarvestInput,
  context: OperationContext,
): Promise<Sample> {
  const { card, checked, sha256 } = await readCard(context.readPath(name), name);
  const { nEvents, seed, damped } = settled(input, checked);
  checkSides(input.hemispheres, checked.symmetric);
  const { parents, dropped } = parentsFrom(input.parents, input.charmonium, checked.kind);
  if (checked.kind !== 'soft' && input.sigma_norm_mb === undefined)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `sigma_norm_mb is missing: ${checked.processes.join(', ')} of the card generates a part of all collisions`,
      {
        hint: 'Give the inelastic cross section, such as sigma_gen_mb of the soft sample of the same beams.',
      },
    );
  const harvest = {
    ids: idsFor(parents, input),
    thetaMaxRad: input.theta_max_rad,
    bothSides: input.hemispheres !== 'forward',
  };
  const jobs = Math.min(input.jobs, nEvents);
  const task = (file: string): { harvest: object } => ({ harvest: { ...harvest, path: file } });
  const run = await runPythia({ card, damped, nEvents, seed, jobs, task }, context);
  context.log(
    `harvesting took ${((100 * run.takingS) / run.generatingS).toFixed(1)} % of the time of generating`,
  );
  const bytes = await Promise.all(run.files.map((file) => readFile(file)));
  return {
    rows: rowsOfRecords(Buffer.concat(bytes)),
    parents,
    dropped,
    generator: PYTHIA_PACKAGE,
    source: { name, sha256 },
    kind: checked.kind,
    damped,
    holdsCharmonium: checked.holdsCharmonium,
    seeds: run.seeds,
    nGenerated: run.statistics.accepted,
    nFailed: run.statistics.failed,
    sigmaGenMb: run.statistics.sigma_gen_mb,
    sigmaErrMb: run.statistics.sigma_err_mb,
    warnings: checked.warnings,
  };
}

/** Harvests a file of events.
 * @throws ToolbaseError BAD_ARGUMENTS, NOT_FOUND */
export async function harvestFile(
  name: string,
  input: HarvestInput,
  context: OperationContext,
): Promise<Sample> {
  const manifest = await manifestOf(input, context);
  checkSides(input.hemispheres, manifest?.symmetric_beams ?? true);
  const kind = manifest?.sample ?? 'unknown';
  const { parents, dropped } = parentsFrom(input.parents, input.charmonium, kind);
  const wanted = {
    ids: new Set(idsFor(parents, input)),
    thetaMaxRad: input.theta_max_rad,
    bothSides: input.hemispheres !== 'forward',
  };
  const found = await readEvents(context.readPath(name), name, wanted, context.signal);
  if (manifest !== undefined && found.sha256 !== manifest.events_sha256)
    throw new ToolbaseError('BAD_ARGUMENTS', `${name} is not the file that the manifest describes`, {
      hint: 'Give the manifest that was written with it.',
    });
  return {
    rows: found.rows,
    parents,
    dropped,
    source: { name, sha256: found.sha256 },
    kind,
    ...(manifest === undefined ? unknownRun(parents, input) : runOf(manifest)),
    nGenerated: generatedOf(input, manifest, found.events),
    sigmaGenMb: input.sigma_gen_mb ?? manifest?.sigma_gen_mb,
  };
}

/** @throws ToolbaseError BAD_ARGUMENTS when the file holds more events than are said to be generated, or the manifest says otherwise */
function generatedOf(
  { n_gen: given, sigma_gen_mb: sigma }: HarvestInput,
  manifest: EventManifest | undefined,
  lines: number,
): number {
  if (manifest !== undefined && given !== undefined && given !== manifest.n_events)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `n_gen is ${given}, but the manifest says ${manifest.n_events}`,
      {
        hint: 'Leave it out: the manifest has it.',
      },
    );
  if (manifest !== undefined && sigma !== undefined && Math.abs(sigma / manifest.sigma_gen_mb - 1) > 1e-3)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `sigma_gen_mb is ${sigma}, but the manifest says ${manifest.sigma_gen_mb}`,
      { hint: 'Leave it out: the manifest has it.' },
    );
  const generated = given ?? manifest?.n_events ?? lines;
  if (lines > generated)
    throw new ToolbaseError('BAD_ARGUMENTS', `n_gen is ${generated}, but the file holds ${lines} events`, {
      hint: 'n_gen counts all events that were generated, those without a line too.',
    });
  if (generated === 0)
    throw new ToolbaseError('BAD_ARGUMENTS', 'the file holds no events', {
      hint: 'Give n_gen if all of them were empty.',
    });
  return generated;
}

type Run = Pick<
  Sample,
  'generator' | 'damped' | 'holdsCharmonium' | 'seeds' | 'nFailed' | 'sigmaErrMb' | 'warnings'
>;

const runOf = (manifest: EventManifest): Run => ({
  generator: manifest.generator,
  damped: manifest.small_pt_damping,
  holdsCharmonium: manifest.holds_charmonium,
  seeds: manifest.seeds,
  nFailed: manifest.n_failed,
  sigmaErrMb: manifest.sigma_err_mb,
  warnings: manifest.warnings,
});

const unknownRun = (parents: readonly ParentName[], { sigma_norm_mb: norm }: HarvestInput): Run => ({
  generator: 'unknown',
  damped: undefined,
  holdsCharmonium: true,
  seeds: [],
  nFailed: 0,
  sigmaErrMb: undefined,
  warnings: [
    `without a manifest it is taken that the file has one line an event, the last copy of each particle, and decayed ones of ${parents.join(', ')}`,
    ...(norm === undefined
      ? ['without sigma_norm_mb it is taken that the events are all inelastic collisions, of weight 1/N']
      : []),
  ],
});

const idsFor = (parents: readonly ParentName[], { charge }: { charge: HarvestInput['charge'] }): number[] =>
  parents.flatMap((parent) => idsOf(PARENTS[parent].pdgId, PARENTS[parent].kind === 'vector', charge));

async function manifestOf(
  input: HarvestInput,
  context: OperationContext,
): Promise<EventManifest | undefined> {
  if (input.manifest_path === undefined) return undefined;
  const text = await readFile(context.readPath(input.manifest_path), 'utf8');
  const read = EventManifest.safeParse(jsonOf(text));
  if (!read.success)
    throw new ToolbaseError('BAD_ARGUMENTS', `${input.manifest_path} is no manifest of events`, {
      hint: 'PythiaFromRunCard writes it; without one give sigma_gen_mb and n_gen.',
    });
  const { finals_only, select_pids } = read.data;
  const missing = idsFor(input.parents, input).filter(
    (id) => select_pids.length > 0 && !select_pids.includes(id),
  );
  if (missing.length > 0)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `the file of events was selected without ${missing.join(', ')}`,
      {
        hint: 'Generate it with these ids among select_pids, signs as written.',
      },
    );
  const decayed = input.parents.filter((parent) => parent !== 'K' && parent !== 'pi');
  if (finals_only && decayed.length > 0)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `the file holds final particles only: ${decayed.join(', ')} have decayed before`,
      { hint: 'Generate it with finals_only: false, or harvest from the run card.' },
    );
  return read.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the declaration of charmonium came to. */
export const charmoniumOf = (
  sample: Sample,
  source: CharmoniumSource,
): 'this_sample' | 'another_sample' | 'none' => {
  if (sample.parents.some((parent) => parent === 'Jpsi' || parent === 'psi2S')) return 'this_sample';
  return sample.dropped.length > 0 || source === 'another_sample' ? 'another_sample' : 'none';
};

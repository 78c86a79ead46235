import { defineOperation, type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import { joinFiles, writeManifest } from './io/event-files.ts';
import { keepApart, placesRead } from './io/places.ts';
import { readCard } from './io/read-card.ts';
import { PYTHIA_PACKAGE, runPythia } from './io/run-pythia.ts';
import { NO_LHE } from './pythia/card.ts';
import { runArguments } from './pythia/run-input.ts';
import { settled } from './pythia/settle.ts';
import { EventManifest } from './pythia/event-manifest.ts';
import { VERSION } from './version.ts';

const Input = z.strictObject({
  cmnd_path: z.string().max(400).describe('Run card in the workspace.'),
  ...runArguments,
  finals_only: z
    .boolean()
    .default(true)
    .describe('Only final particles; false for the last copy of every particle, decayed or not.'),
  select_pids: z
    .array(z.number().int())
    .max(200)
    .default([])
    .describe('Only these PDG ids, signs as written; empty for all.'),
  events_path: z.string().max(400).default('events.jsonl').describe('File to write, evtjsonl-1.0.'),
  manifest_path: z
    .string()
    .max(400)
    .default('events_manifest.json')
    .describe('File to write: cross section, seeds, conventions.'),
  shower_lhe: z.boolean().optional().describe('Only false: LHE files are not showered.'),
});
type Input = z.output<typeof Input>;

const Output = z.strictObject({
  events_path: z.string(),
  manifest_path: z.string(),
  manifest: EventManifest,
});
type Output = z.output<typeof Output>;

export const pythiaFromRunCard = defineOperation({
  name: 'PythiaFromRunCard',
  title: 'Generate events with Pythia 8',
  description:
    'Generates events with Pythia 8 from a run card and writes them as JSON lines (px, py, pz, E, m in GeV), with a manifest: ' +
    'cross section in mb with its error, events, seeds. The card is checked first: unknown settings, contradictory beams, elastic ' +
    'collisions, samples that count twice, and a missing seed are errors. A line for every event, also when nothing is selected. ' +
    'About 300 events a second and worker at 13.6 TeV; to harvest mesons use HarvestForwardFlux, which needs no file of events.',
  input: Input,
  output: Output,
  effects: {
    reads: ['cmnd_path'],
    writes: ['events_path', 'manifest_path'],
    deterministic: true,
    typicalMs: 60_000,
    long: true,
  },
  maxResultBytes: 8192,
  run: generateEvents,
});

/** @throws ToolbaseError BAD_ARGUMENTS, UNSUPPORTED, EXTERNAL_MISSING, CANCELLED, OPERATION_FAILED */
async function generateEvents(input: Input, context: OperationContext): Promise<Output> {
  const { events_path, manifest_path, finals_only, select_pids, jobs } = input;
  if (input.shower_lhe === true)
    throw new ToolbaseError('UNSUPPORTED', `shower_lhe: ${NO_LHE}`, {
      hint: 'Switch the process on in the run card. Or shower the file elsewhere, write evtjsonl-1.0 and give it to HarvestForwardFlux as pythia_events_path with n_gen, sigma_gen_mb and sigma_norm_mb.',
    });
  const { card, checked, sha256 } = await readCard(context.readPath(input.cmnd_path), input.cmnd_path);
  const { nEvents, seed, damped } = settled(input, checked);
  const [target, beside] = [context.writePath(events_path), context.writePath(manifest_path)];
  keepApart({ events_path: target, manifest_path: beside }, placesRead(input, ['cmnd_path'], context));
  const result = await runPythia(
    {
      card,
      damped,
      nEvents,
      seed,
      jobs: Math.min(jobs, nEvents),
      task: (file) => ({ events: { path: file, finalsOnly: finals_only, ids: select_pids } }),
    },
    context,
  );
  const manifest: EventManifest = {
    format: 'evtjsonl-1.0',
    toolkit: `@toolbase/llp ${VERSION}`,
    generator: PYTHIA_PACKAGE,
    card: { name: input.cmnd_path, sha256 },
    sample: checked.kind,
    small_pt_damping: damped,
    symmetric_beams: checked.symmetric,
    holds_charmonium: checked.holdsCharmonium,
    n_events: result.statistics.accepted,
    n_failed: result.statistics.failed,
    sigma_gen_mb: result.statistics.sigma_gen_mb,
    sigma_err_mb: result.statistics.sigma_err_mb,
    seeds: [...result.seeds],
    finals_only,
    select_pids,
    events_sha256: await joinFiles(result.files, target),
    conventions: CONVENTIONS,
    warnings: [...checked.warnings],
  };
  await writeManifest(beside, manifest);
  return { events_path, manifest_path, manifest };
}

const CONVENTIONS = [
  'px, py, pz, E, m in GeV in the frame of the card; z along beam A.',
  'Each particle at its last copy; status above 0 for final ones, as in Pythia.',
  'n counts events from 0 over all workers in order.',
];

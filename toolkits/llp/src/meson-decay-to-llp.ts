import { setImmediate } from 'node:timers/promises';
import { defineOperation, type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import { closedWarning } from './decay/closed-warning.ts';
import { DecayInput } from './decay/decay-input.ts';
import { decayKind } from './decay/decay-kind.ts';
import {
  answerOf,
  DecayAnswer,
  type DecayedFlux,
  type DecayedParent,
  type DecayManifest,
} from './decay/decay-manifest.ts';
import { LIMITATIONS, metadataOf } from './decay/flux-metadata.ts';
import { fluxTable, type NamedRows } from './decay/flux-table.ts';
import { writeManifest } from './io/event-files.ts';
import { keepApart } from './io/places.ts';
import { type Parents, readParents, type Sources } from './io/read-parents.ts';
import { writeTable } from './io/table-file.ts';
import { VERSION } from './version.ts';

export const mesonDecayToLlp = defineOperation({
  name: 'MesonDecayToLLP',
  title: 'Meson decays to the scalar',
  description:
    'Lets the mesons of parent fluxes decay to a light scalar: flight from the collision to the shield (truncated exponential, the ' +
    'weight carries the probability), energy from the production spectrum, isotropic in the rest frame, boosted to the laboratory. ' +
    'Writes one llpflux-2.0 table a mass and a manifest: E, p (GeV), production vertex (m), weight per inelastic collision and g^2. n_strata ' +
    'stratified draws a parent; reproducible by seed. Draws are compared with exact means.',
  input: DecayInput,
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

/** One mass. */
type Decayed = { readonly flux: DecayedFlux; readonly parents: readonly DecayedParent[] };

/** @throws ToolbaseError BAD_ARGUMENTS */
async function mesonDecays(given: DecayInput, context: OperationContext): Promise<DecayAnswer> {
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
  const fluxes = decayed.map(({ flux }) => flux);
  const manifest: DecayManifest = {
    toolkit: `@toolbase/llp ${VERSION}`,
    limitations: LIMITATIONS,
    unused,
    warnings: closedWarning(
      input.masses_gev,
      fluxes.filter(({ path }) => path === undefined).map(({ m_phi_gev: mass }) => mass),
      { parents: parents.map(({ name }) => name), lepton: input.lepton, written: 'flux' },
    ),
    fluxes,
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
const fluxPath = (mass: number, { output_dir: folder, file_format: ending }: DecayInput): string =>
  `${folder}/llpflux_${mass}.${ending}`;

const placesWritten = (input: DecayInput, context: OperationContext): Record<string, string> =>
  Object.fromEntries(
    [...input.masses_gev.map((mass) => fluxPath(mass, input)), `${input.output_dir}/${MANIFEST}`].map(
      (file) => [`output_dir (${file})`, context.writePath(file)],
    ),
  );

const placesOfParents = (input: DecayInput, context: OperationContext): Record<string, string> =>
  Object.fromEntries(input.parent_flux_paths.map((file) => [file, context.readPath(file)]));

async function decayedAt(
  mass: number,
  parents: readonly Parents[],
  sources: Sources,
  input: DecayInput,
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

import { defineOperation, type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import type { Lepton } from './constants.ts';
import { closedWarning } from './decay/closed-warning.ts';
import { writeTable } from './io/table-file.ts';
import {
  CITATION,
  DEFAULT_PARENTS,
  emissionSpectrum,
  PARENT_NAMES,
  type ParentName,
  PARENTS,
  type Spectrum,
} from './production/index.ts';
import { type Table, tableOf } from './tables/index.ts';
import { VERSION } from './version.ts';

const MassGeV = z.number().min(1e-6).max(5);

const Input = z.strictObject({
  parents: z
    .array(z.enum(PARENT_NAMES))
    .min(1)
    .max(9)
    .default([...DEFAULT_PARENTS])
    .describe('Mesons. The pion, open below 33.9 MeV, only if it is named.'),
  masses_gev: z.array(MassGeV).min(1).max(64).describe('Masses of the scalar, GeV.'),
  lepton: z
    .enum(['e', 'mu', 'tau'])
    .default('mu')
    .describe('Lepton that emits the scalar and stands beside it.'),
  parent_mass_gev: MassGeV.max(10)
    .optional()
    .describe('Mass of the meson instead of the cited one, GeV; with one parent only.'),
  branching_fraction: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('B(P -> mu nu) or B(V -> l+ l-) instead of the cited one; with one parent only.'),
  n_table: z.number().int().min(16).max(4096).default(256).describe('Cells of a tabulated spectrum.'),
  output_dir: z
    .string()
    .max(400)
    .optional()
    .describe('Folder for one file per open spectrum (x, pdf, cdf). Without it no file is written.'),
  file_format: z
    .enum(['csv', 'arrow', 'parquet', 'jsonl'])
    .default('csv')
    .describe('Kind of the files; csv is also read by programs that know llpspectrum-1.0.'),
});
type Input = z.output<typeof Input>;

const Entry = z.strictObject({
  parent: z.string(),
  m_phi_gev: z.number(),
  open: z.boolean(),
  B_hat: z.number().describe('Branching fraction into the scalar per g^2; 0 when closed.'),
  ratio: z.number().describe('Gamma3/(g^2 Gamma2).'),
  x_min: z.number().optional(),
  x_max: z.number().optional(),
  mean_x: z.number().optional(),
  path: z.string().optional(),
});

const Output = z.strictObject({
  spectra: z.array(Entry),
  warnings: z.array(z.string()),
  conventions: z.array(z.string()),
  citation: z.string(),
  toolkit: z.string(),
});
type Output = z.output<typeof Output>;

export const productionSpectrum = defineOperation({
  name: 'ProductionSpectrum',
  title: 'Scalars from meson decays',
  description:
    'Branching fraction per g^2 and energy spectrum of a light scalar emitted by the charged lepton in P -> l nu phi (pi, K, D, ' +
    'Ds) or V -> l+ l- phi (rho, omega, phi, J/psi, psi(2S)), for any number of masses, from closed forms exact in the lepton ' +
    'mass. x = 2E/M with E in the rest frame of the parent, of support [x_min, x_max]. For pseudoscalars B_hat = ' +
    'B(P -> mu nu) Gamma3_l/(g^2 Gamma2_mu) whatever the lepton. A mass that is too heavy gives open: false.',
  input: Input,
  output: Output,
  effects: { writes: ['output_dir'], deterministic: true, typicalMs: 50 },
  run: productionSpectra,
});

/** @throws ToolbaseError BAD_ARGUMENTS */
async function productionSpectra(input: Input, context: OperationContext): Promise<Output> {
  const { parent_mass_gev: mass, branching_fraction: branching } = input;
  const parents = [...new Set(input.parents)];
  const masses = [...new Set(input.masses_gev)];
  if (parents.length > 1 && (mass !== undefined || branching !== undefined))
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      'parent_mass_gev and branching_fraction belong to one parent, but several are asked for',
      { hint: 'Call once per parent, or leave them out to use the cited values.' },
    );
  const spectra: Output['spectra'] = [];
  for (const parent of parents)
    for (const scalarMassGeV of masses) {
      const { lepton, n_table: cells } = input;
      const spectrum = emissionSpectrum({
        parent,
        lepton,
        scalarMassGeV,
        parentMassGeV: mass,
        branching,
        cells,
      });
      const path = await written(spectrum, parent, scalarMassGeV, input, context);
      spectra.push({ ...entryOf(spectrum, parent, scalarMassGeV), ...(path === undefined ? {} : { path }) });
    }
  const toolkit = `@toolbase/llp ${VERSION}`;
  const warnings = closedWarnings(spectra, masses, input);
  return { spectra, warnings, conventions: conventionsOf(input.lepton), citation: CITATION, toolkit };
}

const closedWarnings = (
  spectra: Output['spectra'],
  masses: readonly number[],
  { lepton, output_dir: folder, parents }: Input,
): string[] => {
  const open = new Set(spectra.filter((entry) => entry.open).map((entry) => entry.m_phi_gev));
  return closedWarning(
    masses,
    masses.filter((mass) => !open.has(mass)),
    { parents: [...new Set(parents)], lepton, written: folder === undefined ? undefined : 'spectrum' },
  );
};

function entryOf(spectrum: Spectrum, parent: ParentName, mass: number): Output['spectra'][number] {
  if (!spectrum.open) return { parent, m_phi_gev: mass, open: false, B_hat: 0, ratio: 0 };
  const { bHat, ratio, xMin, xMax, meanX } = spectrum;
  return { parent, m_phi_gev: mass, open: true, B_hat: bHat, ratio, x_min: xMin, x_max: xMax, mean_x: meanX };
}

async function written(
  spectrum: Spectrum,
  parent: ParentName,
  mass: number,
  { output_dir: folder, file_format: ending, lepton }: Input,
  context: OperationContext,
): Promise<string | undefined> {
  if (folder === undefined || !spectrum.open) return undefined;
  const name = `${folder}/spectrum_${parent}_${lepton}_${mass}.${ending}`;
  await writeTable(context.writePath(name), spectrumTable(spectrum, parent, lepton, mass));
  return name;
}

function spectrumTable(
  { bHat, ratio, xMin, xMax, meanX, table }: Extract<Spectrum, { open: true }>,
  parent: ParentName,
  lepton: Lepton,
  mass: number,
): Table {
  return tableOf(
    [
      { name: 'x', unit: '1', values: table.x },
      { name: 'pdf', unit: '1', values: table.pdf },
      { name: 'cdf', unit: '1', values: table.cdf },
    ],
    {
      format: 'llpspectrum-1.0',
      toolkit: `@toolbase/llp ${VERSION}`,
      conventions: conventionsOf(lepton),
      inputs: [],
      values: {
        parent,
        parent_mass_gev: (2 * mass) / xMin,
        parent_pdg_id: PARENTS[parent].pdgId,
        lepton,
        interaction: 'scalar',
        m_phi_gev: mass,
        B_hat: bHat,
        ratio,
        x_min: xMin,
        x_max: xMax,
        mean_x: meanX,
      },
    },
  );
}

const conventionsOf = (lepton: Lepton): string[] => [
  'x = 2E/M, E the energy of the scalar in the rest frame of the meson of mass M; pdf is normalised to 1 in x.',
  'B_hat is per g^2 for L = -g phi lbar l; both charges of a pseudoscalar have the same B_hat.',
  lepton === 'mu'
    ? 'B_hat = B(P -> mu nu) Gamma3/(g^2 Gamma2), or B(V -> mu+ mu-) Gamma3/(g^2 Gamma2).'
    : `B_hat = B(P -> mu nu) Gamma3_${lepton}/(g^2 Gamma2_mu): not normalised to the helicity-suppressed B(P -> ${lepton} nu); vectors to B(V -> ${lepton}+ ${lepton}-).`,
];

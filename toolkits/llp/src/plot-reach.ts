import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { defineOperation, type OperationContext, ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import { keepApart } from './io/places.ts';
import { writeWhole } from './io/table-file.ts';
import { pdfOf } from './plot/pdf.ts';
import { pngOf } from './plot/png.ts';
import { KINDS, reachFigure } from './plot/reach-figure.ts';
import { seriesOf } from './plot/series.ts';
import { svgOf } from './plot/svg.ts';
import { YieldsFile } from './yields/yields-file.ts';

const FilePath = z.string().min(1).max(400);

const Input = z.strictObject({
  yields_paths: z
    .array(FilePath)
    .min(1)
    .max(128)
    .describe('Files of DecayInVolumeVsCoupling (or VsLifetime, for yields only), one a mass and channel.'),
  kind: z
    .enum(KINDS)
    .default('both')
    .describe('contour: exclusion in mass and coupling; yields: N(g), or N over c tau; both side by side.'),
  title: z.string().max(90).default('').describe('Title above the figure.'),
  output_paths: z
    .array(FilePath)
    .min(1)
    .max(3)
    .default(['reach.svg'])
    .describe('Files to write, by their endings .svg, .png or .pdf.'),
});
type Input = z.output<typeof Input>;

const Output = z.strictObject({
  paths: z.array(z.string()),
  width_px: z.number(),
  height_px: z.number(),
  channels: z.array(z.string()),
  masses_gev: z.array(z.number()),
  without_reach: z.array(z.string()).describe('Masses and channels whose yield stays below the target.'),
  warnings: z.array(z.string()),
});
type Output = z.output<typeof Output>;

export const plotReach = defineOperation({
  name: 'PlotReach',
  title: 'Plot the reach',
  description:
    'Draws the exclusion contour in scalar mass (GeV) and coupling g, a band for each channel between lower and upper edge, and the ' +
    'expected decays N(g) with statistical bands, from yields files; axes with units, a line at the target, a caption with collisions, ' +
    'volume and acceptance. Masses without reach break the band; hollow dots are edges where the grid ended. SVG, PNG (twice the ' +
    'size) and PDF (font embedded) by the endings of output_paths.',
  input: Input,
  output: Output,
  effects: { reads: ['yields_paths/*'], writes: ['output_paths/*'], deterministic: true, typicalMs: 800 },
  maxResultBytes: 8192,
  run: drawReach,
});

/** @throws ToolbaseError BAD_ARGUMENTS */
async function drawReach(input: Input, context: OperationContext): Promise<Output> {
  const { kind, title, output_paths: outputs } = input;
  checkTitle(title);
  const draw = outputs.map((output) => ({ output, how: rendererOf(output) }));
  keepApart(
    Object.fromEntries(outputs.map((output, i) => [`output_paths[${i}]`, context.writePath(output)])),
    Object.fromEntries(
      [...new Set(input.yields_paths)].map((label) => [`yields_paths (${label})`, context.readPath(label)]),
    ),
  );
  const files = await Promise.all(input.yields_paths.map((label) => readYields(label, context)));
  checkTogether(files, input);
  const figure = reachFigure(files, kind, title);
  for (const { output, how } of draw) await writeWhole(context.writePath(output), await how(figure));
  const masses = [...new Set(files.map((file) => file.m_phi_gev))].sort((a, b) => a - b);
  const none = files.filter(
    ({ grid_diagnostic: found }) => found !== undefined && found.crossings.length === 0 && found.bracketed,
  );
  const open = files.filter(({ grid_diagnostic: found }) => found !== undefined && !found.bracketed);
  return {
    paths: outputs,
    width_px: figure.width,
    height_px: figure.height,
    channels: [...new Set(files.map(({ channel }) => channel))],
    masses_gev: masses,
    without_reach: none.map(nameOf),
    warnings: [
      ...seriesOf(open).map(
        ({ channel, files: own }) =>
          `${own.map(massOf).join(', ')} GeV, ${channel}: the band goes on beyond the grid of the scan.`,
      ),
      ...(kind === 'yields' ? [] : contourWarnings(files)),
      ...differences(files),
    ],
  };
}

/** @throws ToolbaseError BAD_ARGUMENTS for what no file of the three kinds can hold */
function checkTitle(title: string): void {
  if (/[\p{Cc}\p{Cs}\p{Cn}\p{Co}]/u.test(title))
    throw new ToolbaseError('BAD_ARGUMENTS', 'title: holds characters that cannot be drawn', {
      hint: 'One line of text, without control characters.',
    });
}

/** What a reader takes to be the same for all that is in one figure. */
const COMMON: Readonly<Record<string, (file: YieldsFile) => unknown>> = {
  n_int: (file) => file.n_int,
  n_target: (file) => file.grid_diagnostic?.n_target,
  quantity: (file) => file.quantity,
  geometry_m: (file) => Object.values(file.geometry_m).join(', '),
  'flux.lepton': (file) => file.flux?.lepton,
  'flux.hemispheres': (file) => file.flux?.hemispheres === 'two-detectors',
  'flux.z_shield_m': (file) => file.flux?.z_shield_m,
};

const differences = (files: readonly YieldsFile[]): string[] =>
  Object.entries(COMMON)
    .filter(([, pick]) => new Set(files.map(pick)).size > 1)
    .map(([name]) => `The files differ in ${name}: what is drawn is not one experiment.`);

/** Below so many masses straight lines between them are no contour. */
const FEW_MASSES = 3;

/** What a contour does not tell by itself: where it is none, and where it only stops. */
function contourWarnings(files: readonly YieldsFile[]): string[] {
  return seriesOf(files).flatMap(({ channel, files: own }) => {
    const seen = own.filter(hasReach);
    const [first, last] = [own[0], own.at(-1)];
    if (seen.length === 0) return [];
    if (seen.length < FEW_MASSES)
      return [
        `${channel}: ${seen.length === 1 ? 'one mass with reach is a bar, no contour' : 'straight lines between two masses with reach are no contour'}; scan more masses.`,
      ];
    const at = [first, last].filter((file) => file !== undefined && hasReach(file));
    return at.map(
      (file) =>
        `${channel}: the contour stops at ${file?.m_phi_gev ?? 0} GeV because no ${file === first ? 'lighter' : 'heavier'} mass was scanned.`,
    );
  });
}

const hasReach = ({ grid_diagnostic: found }: YieldsFile): boolean =>
  found !== undefined && (found.crossings.length > 0 || !found.bracketed);

/** As far as one tells masses apart: an answer has room for a hundred of them. */
const massOf = ({ m_phi_gev: mass }: YieldsFile): string => String(Number(mass.toPrecision(6)));

const nameOf = (file: YieldsFile): string => `${massOf(file)} GeV, ${file.channel}`;

const RENDERERS = {
  '.svg': svgOf,
  '.png': (figure: Parameters<typeof svgOf>[0]) => pngOf(svgOf(figure)),
  '.pdf': pdfOf,
} as const;

function rendererOf(output: string): (typeof RENDERERS)[keyof typeof RENDERERS] {
  const ending = path.extname(output).toLowerCase();
  if (ending === '.svg' || ending === '.png' || ending === '.pdf') return RENDERERS[ending];
  throw new ToolbaseError('BAD_ARGUMENTS', `output_paths: ${output} ends in none of .svg, .png, .pdf`, {
    hint: 'The ending says what is drawn.',
  });
}

/** More than any scan of 2000 points takes. */
const MOST_BYTES = 4e6;

async function readYields(label: string, context: OperationContext): Promise<YieldsFile> {
  const file = context.readPath(label);
  if ((await stat(file)).size > MOST_BYTES)
    throw new ToolbaseError('FILE_TOO_LARGE', `${label}: is larger than a yields file can be`);
  const read = YieldsFile.safeParse(parsed(await readFile(file, 'utf8')));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ToolbaseError(
    'BAD_ARGUMENTS',
    `${label}: is no llpyields-1.0 file (${issue?.path.join('.') || 'whole'}: ${issue?.message ?? ''})`,
    {
      hint: 'Give files that DecayInVolumeVsCoupling or DecayInVolumeVsLifetime wrote.',
    },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** @throws ToolbaseError BAD_ARGUMENTS for files that do not belong in one figure */
function checkTogether(files: readonly YieldsFile[], { kind, yields_paths: labels }: Input): void {
  const scan = files[0]?.scan;
  files.forEach((file, i) => {
    const label = labels[i] ?? '';
    if (file.scan !== scan)
      throw new ToolbaseError('BAD_ARGUMENTS', `${label}: is a scan of the ${file.scan}, others are not`, {
        hint: 'Draw scans of couplings and of lifetimes apart.',
      });
    if (kind !== 'yields' && file.scan === 'lifetime')
      throw new ToolbaseError('BAD_ARGUMENTS', `${label}: a contour needs scans of the coupling`, {
        hint: 'Use kind: yields.',
      });
    const twin = files.findIndex(
      (other) => other.m_phi_gev === file.m_phi_gev && other.channel === file.channel,
    );
    if (twin < i)
      throw new ToolbaseError(
        'BAD_ARGUMENTS',
        `${label}: ${nameOf(file)} is already in ${labels[twin] ?? ''}`,
        {
          hint: 'Give each mass and channel once.',
        },
      );
  });
}

import { ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import { ACCEPTANCES, type Acceptance } from './acceptance.ts';
import type { Geometry } from './cylinder.ts';

export const Positive = z.number().min(1e-30).max(1e30);
const Metres = z.number().min(0).max(1e6);

/** What both yields take: flux, volume, acceptance. */
export const volumeInput = {
  flux_path: z
    .string()
    .min(1)
    .max(400)
    .describe('Scalars of MesonDecayToLLP: an llpflux-2.0 table (.arrow, .parquet, .csv, .jsonl).'),
  m_phi_gev: z.number().min(1e-6).max(1000).describe('Mass of the scalar, GeV; that of the flux.'),
  z_min_m: Metres.describe('Front end of the decay volume, m from the collision point along the beam.'),
  z_max_m: Metres.describe('Back end of the decay volume, m.'),
  r_volume_m: Metres.describe('Radius of the decay volume, m.'),
  z_det_m: Metres.optional().describe(
    'Plane that daughters are seen on, m. Needed for two_track and two_photon, and behind z_max_m; of llp_line by default z_max_m.',
  ),
  r_det_m: Metres.optional().describe('Radius of the disc there, m. Default r_volume_m.'),
  x_off_m: z
    .number()
    .min(-1e6)
    .max(1e6)
    .default(0)
    .describe('Offset of the axis of volume and disc from the beam, in x, m.'),
  acceptance: z
    .enum(ACCEPTANCES)
    .optional()
    .describe(
      'two_track, two_photon: both daughters of the isotropic decay cross the disc, averaged over the decay point; llp_line: ' +
        'the line of the scalar crosses it; none. Default two_photon for gammagamma, else two_track.',
    ),
  daughter_masses_gev: z
    .array(z.number().min(0).max(100))
    .length(2)
    .optional()
    .describe('Masses of the daughters for two_track, GeV. Default: those of the channel.'),
};

/** How densely a default grid is filled. @param what of the places, in the plural */
export const pointsPerDecade = (what: string) =>
  z.number().int().min(1).max(200).default(20).describe(`${what} a decade.`);

/** The places of a scan, ascending: those that are given, or from `from` to `to`.
 * @param names of the arguments, for words   @throws ToolbaseError BAD_ARGUMENTS for an empty range */
export function placesOf(
  given: readonly number[] | undefined,
  { from, to, density }: { from: number; to: number; density: number },
  names: { from: string; to: string; example: string },
): number[] {
  if (given !== undefined) return [...new Set(given)].sort((a, b) => a - b);
  if (to <= from)
    throw new ToolbaseError('BAD_ARGUMENTS', `${names.to}: is not above ${names.from}`, {
      hint: `For example ${names.example}.`,
    });
  return logGrid(from, to, density);
}

/** From `from` to `to` with so many points a decade, ends included. */
export function logGrid(from: number, to: number, density: number): number[] {
  const steps = Math.max(1, Math.ceil(Math.log10(to / from) * density - 1e-9));
  return Array.from({ length: steps + 1 }, (_none, i) =>
    i === steps ? to : from * (to / from) ** (i / steps),
  );
}

export const VolumeInput = z.strictObject(volumeInput);
export type VolumeInput = z.output<typeof VolumeInput>;

/** @throws ToolbaseError BAD_ARGUMENTS for an empty volume or a disc in front of its end */
export function geometryOf(input: VolumeInput, acceptance: Acceptance): Geometry {
  const zDet = input.z_det_m ?? input.z_max_m;
  if (input.z_max_m <= input.z_min_m || input.r_volume_m === 0)
    throw new ToolbaseError('BAD_ARGUMENTS', 'the decay volume is empty', {
      hint: 'z_max_m must exceed z_min_m, and r_volume_m 0.',
    });
  const needed = acceptance === 'two_track' || acceptance === 'two_photon';
  if (acceptance !== 'none' && (needed ? zDet <= input.z_max_m : zDet < input.z_max_m))
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      input.z_det_m === undefined
        ? `z_det_m is missing: ${acceptance} asks for daughters on a plane behind the decay volume`
        : `z_det_m: ${zDet} m is not behind the decay volume, which ends at ${input.z_max_m} m`,
      { hint: 'Give z_det_m above z_max_m, and r_det_m, or acceptance: none.' },
    );
  return {
    zMin: input.z_min_m,
    zMax: input.z_max_m,
    radius: input.r_volume_m,
    zDet,
    detRadius: input.r_det_m ?? input.r_volume_m,
    xOff: input.x_off_m,
  };
}

/** @throws ToolbaseError BAD_ARGUMENTS when the daughters are unknown or too heavy */
export function daughtersOf(
  input: VolumeInput,
  acceptance: Acceptance,
  ofChannel: readonly [number, number] | undefined,
): readonly [number, number] {
  if (acceptance === 'none' || acceptance === 'llp_line') return [0, 0];
  if (acceptance === 'two_photon') {
    if (input.daughter_masses_gev?.some((mass) => mass > 0) === true)
      throw new ToolbaseError('BAD_ARGUMENTS', 'daughter_masses_gev: photons have none', {
        hint: 'Leave it out, or use acceptance: two_track.',
      });
    return [0, 0];
  }
  const masses = input.daughter_masses_gev ?? ofChannel;
  if (masses === undefined)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      'daughter_masses_gev: two_track needs the masses of the daughters',
      {
        hint: 'Give them, or a channel.',
      },
    );
  const [first = 0, second = 0] = masses;
  if (first + second >= input.m_phi_gev)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `a scalar of ${input.m_phi_gev} GeV does not decay into ${first} and ${second} GeV`,
      { hint: 'Choose an open channel, such as gammagamma.' },
    );
  return [first, second];
}

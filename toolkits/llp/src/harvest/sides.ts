import { ToolbaseError } from 'toolbase/toolkit';

export const HEMISPHERES = ['forward', 'both-folded', 'two-detectors'] as const;
/** forward: particles with pz > 0. both-folded: both sides mirrored onto one, at half the weight, the same expected flux from
 * twice the sample. two-detectors: both sides mirrored onto one at full weight, for a detector on each side. */
export type Hemispheres = (typeof HEMISPHERES)[number];

export const foldWeight = (hemispheres: Hemispheres): number => (hemispheres === 'both-folded' ? 0.5 : 1);

/** @throws ToolbaseError BAD_ARGUMENTS when the sides are not alike */
export function checkSides(hemispheres: Hemispheres, symmetric: boolean): void {
  if (hemispheres === 'forward' || symmetric) return;
  throw new ToolbaseError(
    'BAD_ARGUMENTS',
    `hemispheres: ${hemispheres} takes both sides, but the beams differ`,
    {
      hint: 'Use forward.',
    },
  );
}

export const CHARGES = ['both', 'plus', 'minus'] as const;
export type Charge = (typeof CHARGES)[number];

/** Signed PDG ids of a parent; all parents here have positive charge at positive id, or none. */
export function idsOf(pdgId: number, neutral: boolean, charge: Charge): number[] {
  if (neutral) return [pdgId];
  if (charge === 'both') return [pdgId, -pdgId];
  return [charge === 'plus' ? pdgId : -pdgId];
}

import { ToolbaseError } from 'toolbase/toolkit';
import type { ParentName } from '../production/index.ts';
import type { SampleKind } from '../pythia/check-card.ts';

export const CHARMONIUM_SOURCES = ['auto', 'this_sample', 'another_sample'] as const;
export type CharmoniumSource = (typeof CHARMONIUM_SOURCES)[number];

const isCharmonium = (name: ParentName): boolean => name === 'Jpsi' || name === 'psi2S';

/** Which parents a sample gives, so that none is counted in two samples: charmonium comes from this sample when it is one of
 * charmonium (auto) or is declared to; a charmonium sample gives nothing else, since its other hadrons are in the collisions
 * of the soft sample already.
 * @throws ToolbaseError BAD_ARGUMENTS when that leaves nothing or contradicts the card */
export function parentsFrom(
  wanted: readonly ParentName[],
  source: CharmoniumSource,
  kind: SampleKind | 'unknown',
): { parents: ParentName[]; dropped: ParentName[] } {
  const others = wanted.filter((name) => !isCharmonium(name));
  if (kind === 'charmonium') {
    if (source === 'another_sample')
      throw new ToolbaseError(
        'BAD_ARGUMENTS',
        'charmonium: another_sample, but this is the sample of charmonium',
        {
          hint: 'Use auto, or another card.',
        },
      );
    if (others.length > 0)
      throw new ToolbaseError(
        'BAD_ARGUMENTS',
        `parents: ${others.join(', ')} of a charmonium sample are counted in the soft sample already`,
        { hint: 'Take Jpsi and psi2S from this card, and the others from a card with SoftQCD:inelastic.' },
      );
    return { parents: [...wanted], dropped: [] };
  }
  if (source === 'this_sample') return { parents: [...wanted], dropped: [] };
  if (others.length === 0)
    throw new ToolbaseError('BAD_ARGUMENTS', 'only charmonium is wanted, but it comes from another sample', {
      hint: 'Set charmonium to this_sample to take it from this one, and from no other.',
    });
  return { parents: others, dropped: wanted.filter(isCharmonium) };
}

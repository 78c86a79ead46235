import { ToolbaseError } from 'toolbase/toolkit';
import type { SampleKind } from '../pythia/check-card.ts';

/** Cross sections in mb. */
export type SampleSize = {
  readonly nGenerated: number;
  readonly sigmaGenMb: number | undefined;
  readonly sigmaNormMb: number | undefined;
  /** soft: all inelastic collisions. unknown: a file that does not say, taken for such unless a cross section is given. */
  readonly kind: SampleKind | 'unknown';
};

/** Weight of one particle per inelastic collision, sigma_gen/(sigma_norm N). For a sample of inelastic collisions
 * sigma_norm is sigma_gen unless it is declared.
 * @throws ToolbaseError BAD_ARGUMENTS when sigma_norm is needed, or smaller than what was generated */
export function weightOf({ nGenerated, sigmaGenMb, sigmaNormMb, kind }: SampleSize): {
  weight: number;
  sigmaNormMb: number | undefined;
} {
  const norm = sigmaNormMb ?? (kind === 'soft' ? sigmaGenMb : undefined);
  const inelastic = kind === 'soft' || (kind === 'unknown' && sigmaGenMb === undefined);
  if (norm === undefined && !inelastic)
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      kind === 'unknown'
        ? 'sigma_norm_mb is missing: without it sigma_gen_mb changes nothing'
        : 'sigma_norm_mb is missing: this sample is a part of all collisions',
      {
        hint: 'Give the inelastic cross section, such as sigma_gen_mb of the soft sample of the same beams.',
      },
    );
  if (norm === undefined) return { weight: 1 / nGenerated, sigmaNormMb: undefined };
  if (sigmaGenMb === undefined)
    throw new ToolbaseError('BAD_ARGUMENTS', 'sigma_gen_mb is missing', {
      hint: 'Give it, or the manifest of the events.',
    });
  if (sigmaGenMb > norm * (1 + 1e-9))
    throw new ToolbaseError(
      'BAD_ARGUMENTS',
      `${sigmaGenMb} mb were generated, more than sigma_norm_mb = ${norm} of all inelastic collisions`,
      { hint: 'A sample is a part of the inelastic collisions: correct sigma_norm_mb, or damp small pT.' },
    );
  return { weight: sigmaGenMb / (norm * nGenerated), sigmaNormMb: norm };
}

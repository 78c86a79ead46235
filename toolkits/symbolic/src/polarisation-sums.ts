import type { Particle } from './declaration/particles.ts';
import { isZero } from './declaration/quantity.ts';
import type { PhotonSum } from './numeric/external-waves.ts';

/** How the polarisations of the external vectors are summed; nothing where there are none.
 * @param photons of massless vectors in the helicity sum; undefined when there is no number */
export function polarisationSums(
  externals: readonly Particle[],
  photons: PhotonSum | undefined,
): { polarisation_sums?: string } {
  const vectors = externals.filter(({ spin }) => spin === '1');
  const massless =
    photons === 'metric' ? '-g in both engines' : 'two transverse states, and -g in the closed form';
  const parts = [
    ...(vectors.some(({ mass }) => !isZero(mass)) ? ['massive vectors: -g + k k/m**2'] : []),
    ...(vectors.some(({ mass }) => isZero(mass)) ? [`massless vectors: ${massless}`] : []),
  ];
  return parts.length === 0 ? {} : { polarisation_sums: parts.join('; ') };
}

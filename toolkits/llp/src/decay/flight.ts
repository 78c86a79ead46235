/** Flight of a parent from the collision to the shield. A prompt one has a decay length of 0. */
export type ParentFlight = {
  /** Mean decay length in the laboratory, m. */
  readonly decayLengthM: number;
  /** Path to the shield, m. */
  readonly pathM: number;
  /** Probability of a decay on that path. */
  readonly probability: number;
};

/** @param momentum |p| and `mass` in GeV   @param cosTheta of the flight to the beam, > 0   @param ctauM proper decay length, m
 * @param shieldM z of the shield, m: what comes later is absorbed */
export function parentFlight(
  momentum: number,
  mass: number,
  cosTheta: number,
  ctauM: number,
  shieldM: number,
): ParentFlight {
  const decayLengthM = (momentum / mass) * ctauM;
  const pathM = shieldM / cosTheta;
  return {
    decayLengthM,
    pathM,
    probability: decayLengthM === 0 ? 1 : -Math.expm1(-pathM / decayLengthM),
  };
}

/** Distance from the collision below which the fraction u of the decays before the shield happen, m. */
export const decayDistance = ({ decayLengthM, probability }: ParentFlight, u: number): number =>
  decayLengthM === 0 ? 0 : -decayLengthM * Math.log1p(-u * probability);

/** Mean distance of the decays before the shield, m. */
export function meanDistance({ decayLengthM, pathM }: ParentFlight): number {
  if (decayLengthM === 0) return 0;
  const ratio = pathM / decayLengthM;
  // length - path/(exp(ratio) - 1) cancels for long lengths.
  if (ratio < 1e-3) return pathM * (1 / 2 - ratio / 12 + ratio ** 3 / 720);
  // A path without end, along the plane of the shield, would be no number here.
  return ratio > 700 ? decayLengthM : decayLengthM - pathM / Math.expm1(ratio);
}

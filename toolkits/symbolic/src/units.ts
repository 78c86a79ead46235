/** (hbar c)^2 in pb GeV^2, from the exact SI values of h, c and e. */
export const GEV2_PB = 0.389379372171859e9;

/** hbar c in GeV m, from the same. */
export const HBARC_GEV_M = 1.973269804593025e-16;

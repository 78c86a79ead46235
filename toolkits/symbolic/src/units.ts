/** (hbar c)^2 in pb GeV^2, from the exact SI values of h, c and e. */
export const GEV2_PB = 0.389379372171859e9;

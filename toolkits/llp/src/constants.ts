/** Lepton masses, GeV: CODATA 2022 for e and mu; Review of Particle Physics 2024 for tau. */
export const LEPTON_MASS_GEV = { e: 0.00051099895, mu: 0.1056583755, tau: 1.77693 } as const;
export type Lepton = keyof typeof LEPTON_MASS_GEV;

/** hbar c from the exact constants of the SI, GeV m. */
export const HBARC_GEV_M = 1.973269804593025e-16;

/** Fine-structure constant at zero momentum transfer, CODATA 2018. */
export const ALPHA = 0.0072973525693;

/** Proper decay lengths of mesons that fly before they decay, m: Review of Particle Physics 2022. */
export const PARENT_CTAU_M = { pi: 7.8045, K: 3.711, D: 3.098e-4, Ds: 1.512e-4 } as const;

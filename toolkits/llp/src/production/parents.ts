import type { Lepton } from '../constants.ts';

/** A meson that decays to leptons and, by emission from one of them, to a scalar. */
export type Parent = {
  readonly kind: 'pseudoscalar' | 'vector';
  readonly pdgId: number;
  readonly massGeV: number;
  /** Branching fraction that the spectrum is normalised to. For pseudoscalars that of P -> mu nu whatever the lepton:
   * P -> e nu is suppressed by helicity, P -> e nu phi is not. For vectors that of V -> l+ l-. */
  readonly branching: { readonly [lepton in Lepton]?: number };
};

const pseudoscalar = (pdgId: number, massGeV: number, munu: number): Parent => ({
  kind: 'pseudoscalar',
  pdgId,
  massGeV,
  branching: { e: munu, mu: munu, tau: munu },
});

const vector = (pdgId: number, massGeV: number, branching: Parent['branching']): Parent => ({
  kind: 'vector',
  pdgId,
  massGeV,
  branching,
});

export const PARENTS = {
  pi: pseudoscalar(211, 0.13957039, 0.999877),
  K: pseudoscalar(321, 0.493677, 0.6356),
  D: pseudoscalar(411, 1.86966, 3.74e-4),
  Ds: pseudoscalar(431, 1.96835, 5.43e-3),
  rho: vector(113, 0.77526, { e: 4.72e-5, mu: 4.55e-5 }),
  omega: vector(223, 0.78266, { e: 7.38e-5, mu: 7.4e-5 }),
  phi: vector(333, 1.019461, { e: 2.979e-4, mu: 2.85e-4 }),
  Jpsi: vector(443, 3.0969, { e: 0.05971, mu: 0.05961 }),
  psi2S: vector(100443, 3.6861, { e: 7.94e-3, mu: 8.0e-3, tau: 3.1e-3 }),
} as const satisfies Record<string, Parent>;

export type ParentName = keyof typeof PARENTS;
export const PARENT_NAMES = Object.keys(PARENTS) as [ParentName, ...ParentName[]];

/** All but the pion, whose decay leaves 33.9 MeV for the scalar. */
export const DEFAULT_PARENTS: readonly ParentName[] = PARENT_NAMES.filter((name) => name !== 'pi');

export const CITATION =
  'Masses and branching fractions: R. L. Workman et al. (Particle Data Group), Prog. Theor. Exp. Phys. 2022, 083C01 (2022). ' +
  'Editions differ by a few per cent for Ds, rho, omega and phi.';

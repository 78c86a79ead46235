import type { TableMetadata } from '../tables/index.ts';
import { VERSION } from '../version.ts';
import type { DecayInput } from './decay-input.ts';
import type { DecayedParent } from './decay-manifest.ts';

/** What is left out of every flux of scalars. */
export const LIMITATIONS = [
  'A parent enters with its nominal mass and its three-momentum, E recomputed; the line shape of the rho is not included.',
  'Parents start at the collision point and fly straight: no interaction with material and no magnetic field before the shield.',
  'Isotropic decay in the rest frame: parents are unpolarised.',
];

/** What a flux of scalars of one mass says of itself. */
export const metadataOf = (
  mass: number,
  { inputs, declared }: { inputs: TableMetadata['inputs']; declared: TableMetadata['values'] },
  input: DecayInput,
  told: readonly DecayedParent[],
): TableMetadata => ({
  format: 'llpflux-2.0',
  toolkit: `@toolbase/llp ${VERSION}`,
  conventions: [
    'event_weight_g2_stripped is per inelastic collision and per g^2: weight of the parent x B_hat x probability to decay before the shield / n_strata.',
    'event_id numbers the parents; rows that share it are draws of one parent and no independent measurements.',
    'vx, vy, vz is where the parent decays, from the collision point; z along the beam.',
    ...LIMITATIONS,
  ],
  seed: input.seed,
  inputs,
  values: {
    ...declared,
    m_phi_gev: mass,
    lepton: input.lepton,
    z_shield_m: input.z_shield_m,
    n_strata: input.n_strata,
    theta_max_rad: input.theta_max_rad,
    parents: told.filter(({ open }) => open).map(({ parent }) => parent),
    B_hat: told.filter(({ open }) => open).map(({ B_hat }) => B_hat),
  },
});

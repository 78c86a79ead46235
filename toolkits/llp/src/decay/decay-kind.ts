import { PARENT_CTAU_M } from '../constants.ts';
import { emissionSpectrum, type ParentName, PARENTS } from '../production/index.ts';
import type { DecayInput } from './decay-input.ts';
import type { DecayedParent } from './decay-manifest.ts';
import { decayParents, type ParentSample } from './decay-parents.ts';
import type { NamedRows } from './flux-table.ts';

/** Lets the mesons of one kind decay to scalars of one mass; no rows where the channel is closed.
 * @param first number of the first of them among all parents, on which the draws depend */
export function decayKind(
  { name, sample, first }: { name: ParentName; sample: ParentSample; first: number },
  mass: number,
  input: DecayInput,
): { told: DecayedParent; rows?: NamedRows['rows'] } {
  const massGeV = PARENTS[name].massGeV;
  const { lepton, branching_fraction: branching, n_strata: strata, seed } = input;
  const spectrum = emissionSpectrum({ parent: name, lepton, scalarMassGeV: mass, branching, cells: 1024 });
  const count = { m_phi_gev: mass, parent: name, n_parents: sample.weight.length };
  if (!spectrum.open) return { told: { ...count, open: false, ...NOTHING } };
  const flying: Readonly<Record<string, number>> = PARENT_CTAU_M;
  const decayed = decayParents(
    sample,
    {
      massGeV,
      ctauM: input.ctau_parent_m ?? flying[name] ?? 0,
      scalarMassGeV: mass,
      bHat: spectrum.bHat,
      meanX: spectrum.meanX,
      spectrum: spectrum.table,
    },
    { shieldM: input.z_shield_m, strata, seed, thetaMaxRad: input.theta_max_rad, firstParent: first },
  );
  return {
    told: {
      ...count,
      open: true,
      B_hat: spectrum.bHat,
      n_backward: decayed.backward,
      n_rows: decayed.rows.weight.length,
      mean_decay_probability: decayed.meanProbability,
      sum_of_weights: decayed.sumOfWeights,
      mean_energy_gev: decayed.energyGeV.sampled,
      mean_energy_exact_gev: decayed.energyGeV.exact,
      mean_vertex_z_m: decayed.vertexZ.sampled,
      mean_vertex_z_exact_m: decayed.vertexZ.exact,
    },
    rows: decayed.rows,
  };
}

/** Of a channel that is closed. */
const NOTHING = {
  B_hat: 0,
  n_backward: 0,
  n_rows: 0,
  mean_decay_probability: 0,
  sum_of_weights: 0,
  mean_energy_gev: 0,
  mean_energy_exact_gev: 0,
  mean_vertex_z_m: 0,
  mean_vertex_z_exact_m: 0,
};

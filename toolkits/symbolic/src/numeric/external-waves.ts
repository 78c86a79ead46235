import type { Particle } from '../declaration/particles.ts';
import { type FourVector, fourVector, type Momentum } from './four-vector.ts';
import { massiveVectors, transverseVectors } from './polarisation.ts';
import { adjoint, antiparticleSpinors, particleSpinors, type Spinor } from './spinors.ts';
import type { Wave } from './tree-amplitude.ts';

/** A particle on its mass shell. */
export type OnShell = {
  readonly energy: number;
  readonly mass: number;
  readonly momentum: Momentum;
  /** Unit vector of flight, or the quantisation axis of a particle at rest. */
  readonly along: Momentum;
  readonly p: number;
};

/** One spin state of an external particle; a fermion's wave depends on its side of the chain. */
export type SpinState = {
  /** 1, or the sign of the metric when unphysical polarisations are summed with it. */
  readonly weight: number;
  readonly wave: (side: 'left' | 'right' | undefined) => Wave;
};

/** How the polarisations of massless vectors are summed: the two physical ones, or -g. */
export type PhotonSum = 'transverse' | 'metric';

export function spinStates(particle: Particle, state: OnShell, photons: PhotonSum): readonly SpinState[] {
  const { spin, role } = particle;
  if (spin === '0') return [{ weight: 1, wave: () => ({ kind: 'scalar', value: { re: 1, im: 0 } }) }];
  if (spin === '1')
    return vectors(state, photons).map(({ weight, vector }) => ({
      weight,
      wave: () => ({ kind: 'vector', value: vector }),
    }));
  const { energy, mass, momentum } = state;
  const [u, v] = [particleSpinors(energy, mass, momentum), antiparticleSpinors(energy, mass, momentum)];
  const columns = (side: 'left' | 'right'): readonly Spinor[] =>
    (role === 'outgoing') === (side === 'left') ? u : v;
  return [0, 1].map((index) => ({
    weight: 1,
    wave: (side) => {
      const column = columns(side ?? 'right')[index];
      if (column === undefined) throw new RangeError('a fermion has two spins');
      return { kind: 'spinor', value: side === 'left' ? adjoint(column) : column };
    },
  }));
}

type Weighted = { readonly weight: number; readonly vector: FourVector };

function vectors({ energy, mass, along, p }: OnShell, photons: PhotonSum): readonly Weighted[] {
  if (mass > 0) return massiveVectors(energy, mass, along, p).map((vector) => ({ weight: 1, vector }));
  if (photons === 'transverse') return transverseVectors(along).map((vector) => ({ weight: 1, vector }));
  return [
    { weight: -1, vector: fourVector(1, [0, 0, 0]) },
    { weight: 1, vector: fourVector(0, [1, 0, 0]) },
    { weight: 1, vector: fourVector(0, [0, 1, 0]) },
    { weight: 1, vector: fourVector(0, [0, 0, 1]) },
  ];
}

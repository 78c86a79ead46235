import type { Externals, Particle } from '../declaration/particles.ts';
import { type FourVector, fourVector, type Momentum, multiple } from './four-vector.ts';
import { type Kinematics, momentumOf } from './kinematics.ts';
import { polarisations } from './polarisation.ts';
import { antiparticleSpinors, particleSpinors, type Spinor } from './spinors.ts';

/** A particle of the decay with its on-shell momentum. */
export type ExternalState = {
  readonly energy: number;
  readonly mass: number;
  readonly momentum: Momentum;
  /** Unit vector of flight, or the quantisation axis of the particle at rest. */
  readonly along: Momentum;
  readonly p: number;
  /** Four-momentum flowing into the vertex. */
  readonly inflow: FourVector;
};

/** The states of the three particles, by id. @param direction unit vector of the first product */
export function externalStates(
  externals: Externals,
  kinematics: Kinematics,
  direction: Momentum,
): ReadonlyMap<string, ExternalState> {
  const { parent, products } = externals;
  const { parentMass, masses, energies, p } = kinematics;
  const [x, y, z] = direction;
  const opposite: Momentum = [-x, -y, -z];
  const product = (which: 0 | 1): ExternalState => {
    const momentum = momentumOf(kinematics, which, direction);
    const inflow = multiple(fourVector(energies[which], momentum), -1);
    const along = which === 0 ? direction : opposite;
    return { energy: energies[which], mass: masses[which], momentum, along, p, inflow };
  };
  const rest: Momentum = [0, 0, 0];
  const inflow = fourVector(parentMass, rest);
  const atRest = { energy: parentMass, mass: parentMass, momentum: rest, along: direction, p: 0, inflow };
  return new Map([
    [parent.id, atRest],
    [products[0].id, product(0)],
    [products[1].id, product(1)],
  ]);
}

/** Spinors of a fermion on the barred side of a chain, before the Dirac adjoint: u of an outgoing one, v of an incoming. */
export const barredSpinors = ({ role }: Particle, { energy, mass, momentum }: ExternalState): Spinor[] =>
  role === 'outgoing' ? particleSpinors(energy, mass, momentum) : antiparticleSpinors(energy, mass, momentum);

/** Spinors on the other side: u of an incoming fermion, v of an outgoing one. */
export const unbarredSpinors = ({ role }: Particle, { energy, mass, momentum }: ExternalState): Spinor[] =>
  role === 'incoming' ? particleSpinors(energy, mass, momentum) : antiparticleSpinors(energy, mass, momentum);

export const polarisationVectors = ({ energy, mass, along, p }: ExternalState): readonly FourVector[] =>
  polarisations(energy, mass, along, p);

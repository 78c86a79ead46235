import { isZero } from '../declaration/quantity.ts';
import { type Channel, channelOf } from '../tree/channel.ts';
import type { Line } from '../tree/topology.ts';
import type { Angle } from './angle.ts';
import { type Collision, realDenominator } from './collision.ts';
import type { CollisionSum } from './collision-sum.ts';
import { sizeOfQuantity } from './size.ts';

/** Units in the last place that a chain of a dozen products may lose. */
const ROUNDINGS = 64;

/** What the rounding of the momentum of one propagator may cost the helicity sum, as a part of it: the numerator of a fermion
 * near its mass shell nearly projects onto spinors, so that terms of the size of the energies cancel down to q**2 - m**2; and
 * q q/m**2 of a light vector is large before current conservation makes it 0. */
export type LostDigits = {
  readonly id: string;
  readonly cause: 'shell' | 'light';
  readonly relative: number;
};

/** The largest loss at these angles; undefined where no propagator has one. */
export function lostDigits(
  { externals, trees, kinematics }: CollisionSum,
  angles: readonly Angle[],
): LostDigits | undefined {
  const order = externals.map(({ id }) => id);
  const all = trees
    .flatMap(({ lines }) => lines)
    .flatMap((line) => angles.flatMap((angle) => lossOf(line, channelOf(line, order), kinematics, angle)));
  return all.sort((a, b) => b.relative - a.relative)[0];
}

function lossOf(
  { propagator: { id, spin, mass } }: Line,
  channel: Channel,
  kinematics: Collision,
  angle: Angle,
): LostDigits[] {
  const { energies, sqrtS } = kinematics;
  const out = energies[channel === 't' ? 2 : 3];
  const around = channel === 's' ? sqrtS : energies[0] + out;
  const size = sizeOfQuantity(mass);
  const m = size.value;
  if (spin === '1')
    return isZero(mass)
      ? []
      : [{ id, cause: 'light', relative: ROUNDINGS * ((Number.EPSILON * around) / m) ** 2 }];
  if (spin === '0') return [];
  const denominator = realDenominator(kinematics, channel, size, angle);
  const energy = channel === 's' ? sqrtS : Math.abs(energies[0] - out);
  const momentum = Math.sqrt(Math.max(0, energy ** 2 - denominator - m ** 2));
  const terms = (energy + momentum) * around + m ** 2;
  return [{ id, cause: 'shell', relative: (ROUNDINGS * Number.EPSILON * terms) / Math.abs(denominator) }];
}

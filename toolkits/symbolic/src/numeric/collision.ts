import type { Particle } from '../declaration/particles.ts';
import type { Channel } from '../tree/channel.ts';
import type { Angle } from './angle.ts';
import type { OnShell } from './external-waves.ts';
import { difference, type Size } from './size.ts';

/** Two particles that meet in their common rest frame, and the two that leave. GeV. */
export type Collision = {
  readonly sqrtS: number;
  readonly energy: Size;
  /** Momenta of the incoming and of the outgoing pair. */
  readonly pIn: number;
  readonly pOut: number;
  /** Of both incoming and both outgoing particles. */
  readonly masses: readonly [Size, Size, Size, Size];
  readonly energies: readonly [number, number, number, number];
};

/** @param gaps energy above the thresholds of both pairs, not below 0 */
export function collision(
  energy: Size,
  masses: Collision['masses'],
  gaps: { readonly incoming: number; readonly outgoing: number },
): Collision {
  const sqrtS = energy.value;
  const [{ value: a }, { value: b }, { value: c }, { value: d }] = masses;
  const momentum = (x: number, y: number, gap: number) =>
    Math.sqrt(gap * (sqrtS + x + y) * (gap + 2 * y) * (gap + 2 * x)) / (2 * sqrtS);
  const [pIn, pOut] = [momentum(a, b, gaps.incoming), momentum(c, d, gaps.outgoing)];
  const energies = [
    Math.hypot(pIn, a),
    Math.hypot(pIn, b),
    Math.hypot(pOut, c),
    Math.hypot(pOut, d),
  ] as const;
  return { sqrtS, energy, pIn, pOut, masses, energies };
}

/** The four particles on shell: the first incoming along z, the first outgoing at the angle in the x-z plane. */
export function onShell(
  externals: readonly Particle[],
  { pIn, pOut, masses, energies }: Collision,
  { cos, below1, aboveMinus1 }: Angle,
): ReadonlyMap<string, OnShell> {
  const sin = Math.sqrt(below1 * aboveMinus1);
  const directions = [
    [0, 0, 1],
    [0, 0, -1],
    [sin, 0, cos],
    [-sin, 0, -cos],
  ] as const;
  return new Map(
    externals.map(({ id }, index): [string, OnShell] => {
      const along = directions[index] ?? directions[0];
      const p = index < 2 ? pIn : pOut;
      const [x, y, z] = along;
      const [energy = 0, mass = 0] = [energies[index], masses[index]?.value];
      return [id, { energy, mass, momentum: [p * x, p * y, p * z], along, p }];
    }),
  );
}

/** A value, and a bound of its rounding in units of the last digit of 1. */
type Rounded = { readonly value: number; readonly error: number };

/** q**2 - m**2 of a channel where it is largest: at cos(theta) = 1 for t and -1 for u. Of two ways to compute it the one is
 * taken that cancels less. */
export function edgeDenominator(kinematics: Collision, channel: 't' | 'u', mass: Size): number {
  const [byMasses, byMomenta] = [edgeByMasses, edgeByMomenta].map((way) => way(kinematics, channel, mass));
  if (byMasses === undefined || byMomenta === undefined) throw new RangeError('there are two ways');
  return byMomenta.error < byMasses.error ? byMomenta.value : byMasses.value;
}

/** Without cancellation when the exchanged particle is as heavy as one of its neighbours. */
function edgeByMasses({ masses, energies, pIn, pOut }: Collision, channel: 't' | 'u', mass: Size): Rounded {
  const out = channel === 't' ? 2 : 3;
  const [m1, m3, e1, e3] = [masses[0].value, masses[out].value, energies[0], energies[out]];
  const [from1, from3] = [difference(masses[0], mass), difference(masses[out], mass)];
  const collinear = (m1 ** 2 * e3 ** 2 + m3 ** 2 * pIn ** 2) / (e1 * e3 + pIn * pOut);
  const [product, square] =
    Math.abs(from1) <= Math.abs(from3)
      ? [from1 * (m1 + mass.value), m3 ** 2]
      : [from3 * (m3 + mass.value), m1 ** 2];
  return { value: product + square - 2 * collinear, error: Math.abs(product) + square + 2 * collinear };
}

/** By the differences of the energies and of the momenta, which are 0 for particles that keep their masses: however light
 * the exchanged particle is. */
function edgeByMomenta(
  { sqrtS, masses, energies, pIn, pOut }: Collision,
  channel: 't' | 'u',
  mass: Size,
): Rounded {
  const [out, other] = channel === 't' ? ([2, 3] as const) : ([3, 2] as const);
  const squares = (a: Size, b: Size): number => difference(a, b) * (a.value + b.value);
  const [lost, gained] = [squares(masses[0], masses[out]), squares(masses[other], masses[1])];
  const [sum, total] = [energies[0] + energies[out], pIn + pOut];
  const energy = (lost + gained) / (2 * sqrtS);
  const momentum = (energy * sum - lost) / total;
  const ofEnergy = (Math.abs(lost) + Math.abs(gained)) / (2 * sqrtS);
  const ofMomentum = ((ofEnergy + Math.abs(energy)) * sum + Math.abs(lost)) / total;
  return {
    value: (energy - momentum) * (energy + momentum) - mass.value ** 2,
    error: 2 * (Math.abs(energy) * ofEnergy + Math.abs(momentum) * ofMomentum) + mass.value ** 2,
  };
}

/** q**2 - m**2 of a channel. */
export function realDenominator(kinematics: Collision, channel: Channel, mass: Size, angle: Angle): number {
  const { energy, pIn, pOut } = kinematics;
  if (channel === 's') return difference(energy, mass) * (energy.value + mass.value);
  const distance = channel === 't' ? angle.below1 : angle.aboveMinus1;
  return edgeDenominator(kinematics, channel, mass) - 2 * pIn * pOut * distance;
}

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

/** q**2 - m**2 of a channel where it is largest: at cos(theta) = 1 for t and -1 for u. Without cancellation when the
 * exchanged particle is as heavy as one of its neighbours. */
export function edgeDenominator(
  { masses, energies, pIn, pOut }: Collision,
  channel: 't' | 'u',
  mass: Size,
): number {
  const out = channel === 't' ? 2 : 3;
  const [m1, m3, e1, e3] = [masses[0].value, masses[out].value, energies[0], energies[out]];
  const [from1, from3] = [difference(masses[0], mass), difference(masses[out], mass)];
  const collinear = (m1 ** 2 * e3 ** 2 + m3 ** 2 * pIn ** 2) / (e1 * e3 + pIn * pOut);
  const squares = from1 * (m1 + mass.value) + m3 ** 2;
  const other = from3 * (m3 + mass.value) + m1 ** 2;
  return (Math.abs(from1) <= Math.abs(from3) ? squares : other) - 2 * collinear;
}

/** q**2 - m**2 of a channel. */
export function realDenominator(kinematics: Collision, channel: Channel, mass: Size, angle: Angle): number {
  const { energy, pIn, pOut } = kinematics;
  if (channel === 's') return difference(energy, mass) * (energy.value + mass.value);
  const distance = channel === 't' ? angle.below1 : angle.aboveMinus1;
  return edgeDenominator(kinematics, channel, mass) - 2 * pIn * pOut * distance;
}

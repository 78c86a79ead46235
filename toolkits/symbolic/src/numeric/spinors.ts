import { type Complex, conjugate, real, scaled, ZERO } from './complex.ts';
import type { Momentum } from './four-vector.ts';

export type Spinor = readonly [Complex, Complex, Complex, Complex];
type TwoSpinor = readonly [Complex, Complex];

const UP: TwoSpinor = [real(1), ZERO];
const DOWN: TwoSpinor = [ZERO, real(1)];

/** (sigma . p) chi for chi up and down. */
function sigmaDot([x, y, z]: Momentum, chi: TwoSpinor): TwoSpinor {
  return chi === UP ? [real(z), { re: x, im: y }] : [{ re: x, im: -y }, real(-z)];
}

const times = ([a, b]: TwoSpinor, by: number): TwoSpinor => [scaled(a, by), scaled(b, by)];

/** u(p, s) for both spins, normalised to ubar u = 2m. In the Dirac representation the small components are computed,
 * not left over from a cancellation, so amplitudes stay exact near threshold. */
export function particleSpinors(energy: number, mass: number, p: Momentum): Spinor[] {
  const root = Math.sqrt(energy + mass);
  return [UP, DOWN].map((chi) => [...times(chi, root), ...times(sigmaDot(p, chi), 1 / root)] as const);
}

/** v(p, s) = C ubar(p, s)^T = i gamma^2 u(p, s)^* for both spins, normalised to vbar v = -2m: a Majorana fermion may
 * be written with either in interfering diagrams. */
export const antiparticleSpinors = (energy: number, mass: number, p: Momentum): Spinor[] =>
  particleSpinors(energy, mass, p).map(
    ([a, b, c, d]): Spinor => [
      conjugate(d),
      scaled(conjugate(c), -1),
      scaled(conjugate(b), -1),
      conjugate(a),
    ],
  );

/** Dirac adjoint: the conjugate row times gamma^0. */
export const adjoint = ([a, b, c, d]: Spinor): Spinor => [
  conjugate(a),
  conjugate(b),
  scaled(conjugate(c), -1),
  scaled(conjugate(d), -1),
];

import { add, type Complex, scaled, times, ZERO } from './complex.ts';
import { chiralOn, contract, gammaOn } from './dirac.ts';
import { type FourVector, METRIC } from './four-vector.ts';
import type { Spinor } from './spinors.ts';

const INDICES = [0, 1, 2, 3] as const;
/** gamma^mu transposed is gamma^mu times this, in the Dirac representation; gamma5 is symmetric. */
const TRANSPOSED = [1, -1, 1, -1] as const;

/** A Dirac matrix acts on a column from the left or on a row from the right. */
export type Side = 'column' | 'row';

const [ONE, MINUS]: readonly [Complex, Complex] = [
  { re: 1, im: 0 },
  { re: -1, im: 0 },
];
/** Vectors whose slash is gamma^mu. */
const UNITS: readonly [FourVector, FourVector, FourVector, FourVector] = [
  [ONE, ZERO, ZERO, ZERO],
  [ZERO, MINUS, ZERO, ZERO],
  [ZERO, ZERO, MINUS, ZERO],
  [ZERO, ZERO, ZERO, MINUS],
];

const sum = (a: Spinor, b: Spinor): Spinor => [
  add(a[0], b[0]),
  add(a[1], b[1]),
  add(a[2], b[2]),
  add(a[3], b[3]),
];
export const multipleOf = (a: Spinor, by: Complex): Spinor => [
  times(a[0], by),
  times(a[1], by),
  times(a[2], by),
  times(a[3], by),
];

const gamma = (mu: 0 | 1 | 2 | 3, psi: Spinor, side: Side): Spinor => {
  const turned = gammaOn(mu, psi);
  return side === 'row' && TRANSPOSED[mu] === -1 ? multipleOf(turned, { re: -1, im: 0 }) : turned;
};

const NOTHING: Spinor = [ZERO, ZERO, ZERO, ZERO];

/** v-slash on a spinor. */
export const slashed = (v: FourVector, psi: Spinor, side: Side): Spinor =>
  INDICES.reduce<Spinor>(
    (total, mu) => sum(total, multipleOf(gamma(mu, psi, side), scaled(v[mu], METRIC[mu]))),
    NOTHING,
  );

/** Coefficients of 1 and gamma5. */
export type Chiral = { readonly even: Complex; readonly odd: Complex };
/** Gamma = scalar (1, gamma5) or J-slash (1, gamma5) plus the dipole i sigma^{mu nu} J_mu q_nu (1, gamma5). */
export type BilinearRule = {
  readonly vector: boolean;
  readonly main: Chiral;
  readonly dipole: Chiral | undefined;
};
/** The boson of a bilinear: the vector J^mu or the scalar that multiplies it, and the momentum it brings in. */
export type Attached = {
  readonly scalar: Complex;
  readonly vector: FourVector | undefined;
  readonly inflow: FourVector;
};

const chiral = ({ even, odd }: Chiral, psi: Spinor): Spinor => chiralOn(even, odd, psi);

/** Gamma on a column, or a row times Gamma. */
export function bilinearOn(rule: BilinearRule, boson: Attached, psi: Spinor, side: Side): Spinor {
  const ordered = (matrices: ((x: Spinor) => Spinor)[]): Spinor =>
    (side === 'column' ? [...matrices].reverse() : matrices).reduce((x, matrix) => matrix(x), psi);
  const { vector: j, inflow: q } = boson;
  if (!rule.vector) return multipleOf(chiral(rule.main, psi), boson.scalar);
  if (j === undefined) throw new TypeError('a vector bilinear needs a vector');
  const [J, Q] = [(x: Spinor) => slashed(j, x, side), (x: Spinor) => slashed(q, x, side)];
  const { main, dipole } = rule;
  const plain = ordered([J, (x) => chiral(main, x)]);
  if (dipole === undefined) return plain;
  const end = (x: Spinor) => multipleOf(chiral(dipole, x), { re: -0.5, im: 0 });
  const back = (x: Spinor) => multipleOf(x, { re: -1, im: 0 });
  return sum(plain, sum(ordered([J, Q, end]), ordered([Q, J, end, back])));
}

/** row Gamma^mu column for all mu, or row Gamma column for a scalar rule. */
export function bilinearBetween(
  rule: BilinearRule,
  inflow: FourVector,
  row: Spinor,
  column: Spinor,
): Attached {
  if (!rule.vector) return { scalar: contract(row, chiral(rule.main, column)), vector: undefined, inflow };
  const component = (mu: 0 | 1 | 2 | 3): Complex => {
    return contract(row, bilinearOn(rule, { scalar: ZERO, vector: UNITS[mu], inflow }, column, 'column'));
  };
  return { scalar: ZERO, vector: [component(0), component(1), component(2), component(3)], inflow };
}

import { add, type Complex, real, scaled, times, ZERO } from './complex.ts';

/** Contravariant components (t, x, y, z). */
export type FourVector = readonly [Complex, Complex, Complex, Complex];
export type Momentum = readonly [number, number, number];

export const fourVector = (t: number, [x, y, z]: Momentum): FourVector => [
  real(t),
  real(x),
  real(y),
  real(z),
];

/** Metric (+, -, -, -). */
export const METRIC = [1, -1, -1, -1] as const;

export const dot = (a: FourVector, b: FourVector): Complex =>
  METRIC.reduce<Complex>(
    (sum, sign, mu) => add(sum, scaled(times(a[mu] ?? ZERO, b[mu] ?? ZERO), sign)),
    ZERO,
  );

const zipped = (a: FourVector, b: FourVector, f: (x: Complex, y: Complex) => Complex): FourVector => [
  f(a[0], b[0]),
  f(a[1], b[1]),
  f(a[2], b[2]),
  f(a[3], b[3]),
];

export const minus = (a: FourVector, b: FourVector): FourVector =>
  zipped(a, b, (x, y) => add(x, scaled(y, -1)));

export const multiple = (a: FourVector, by: number): FourVector => zipped(a, a, (x) => scaled(x, by));

export const scaledBy = (a: FourVector, by: Complex): FourVector => zipped(a, a, (x) => times(x, by));

export const sumOf = (all: readonly FourVector[]): FourVector =>
  all.reduce((a, b) => zipped(a, b, add), [ZERO, ZERO, ZERO, ZERO]);

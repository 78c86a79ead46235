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

export const dot = ([a, b, c, d]: FourVector, [w, x, y, z]: FourVector): Complex => ({
  re:
    a.re * w.re -
    a.im * w.im -
    (b.re * x.re - b.im * x.im) -
    (c.re * y.re - c.im * y.im) -
    (d.re * z.re - d.im * z.im),
  im:
    a.re * w.im +
    a.im * w.re -
    (b.re * x.im + b.im * x.re) -
    (c.re * y.im + c.im * y.re) -
    (d.re * z.im + d.im * z.re),
});

const zipped = (a: FourVector, b: FourVector, f: (x: Complex, y: Complex) => Complex): FourVector => [
  f(a[0], b[0]),
  f(a[1], b[1]),
  f(a[2], b[2]),
  f(a[3], b[3]),
];

export const minus = (a: FourVector, b: FourVector): FourVector =>
  zipped(a, b, (x, y) => ({ re: x.re - y.re, im: x.im - y.im }));

export const multiple = (a: FourVector, by: number): FourVector => zipped(a, a, (x) => scaled(x, by));

export const scaledBy = (a: FourVector, by: Complex): FourVector => zipped(a, a, (x) => times(x, by));

export const sumOf = (all: readonly FourVector[]): FourVector =>
  all.reduce((a, b) => zipped(a, b, add), [ZERO, ZERO, ZERO, ZERO]);
